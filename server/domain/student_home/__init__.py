"""The data that a student's pages show first, in one response."""
