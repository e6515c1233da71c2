"""Substitutes: the standing code of a class, and the days on which somebody used it."""
