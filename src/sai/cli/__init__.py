"""The `sai` command: parse, dispatch, print, exit code."""
