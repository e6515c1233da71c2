"""Hand-off of a sign-in from the system's browser to the desktop window."""
