"""Preferences of the whole computer, as opposed to those of a class, on the Settings page."""
