"""Substitutes: the standing code of a class, and what those who used it did (docs/decisions/0090-substitutes.md)."""
