"""Presence: which students of a class are signed in."""
