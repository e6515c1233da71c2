"""Assignments: the goals that were assigned together, listed, edited and deleted for everybody."""
