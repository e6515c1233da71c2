"""Tests of assignments: goals that were assigned together."""
