"""Submissions: a student's proof for a goal, and the teacher's review."""
