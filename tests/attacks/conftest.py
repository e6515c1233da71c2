"""Attacks on the real program."""

from tests.durability.conftest import patience

__all__ = ["patience"]
