"""Presence: the signed-in students of a class."""
