"""Assignments: goals that were assigned together, listed, edited and deleted as a group."""
