"""The `goalbucks` command line: its parser, and the commands that work on the data and end."""
