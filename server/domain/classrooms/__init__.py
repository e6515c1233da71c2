"""Classrooms ("class" on screen) and their codes."""
