"""The `goalbucks` program: starts the server, with its window on a teacher's computer, and runs the commands."""
