"""Source trees: working files, git index, commits; the ignore rules they share."""
