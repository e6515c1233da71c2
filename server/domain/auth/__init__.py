"""Sign-in, sign-out and teacher registration."""
