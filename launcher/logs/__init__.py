"""Configuration, formats and files of the log, and messages to the terminal."""
