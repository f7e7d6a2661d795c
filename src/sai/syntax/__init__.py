"""The only home of tree-sitter: languages, trees, comments, tokens, functions."""
