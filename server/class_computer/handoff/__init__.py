"""The desktop window's sign-in through the system's browser."""
