"""Submissions: the proof of a goal, and its review."""
