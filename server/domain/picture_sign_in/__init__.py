"""Sign-in with pictures, for students who can't read yet."""
