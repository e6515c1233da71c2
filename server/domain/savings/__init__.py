"""The item that a student saves for."""
