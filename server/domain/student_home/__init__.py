"""What a student's portal shows first, in one response."""
