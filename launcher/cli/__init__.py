"""The `goalbucks` command line: its parser, and the commands that run to completion."""
