"""Fixtures of the attack tests, which run against the real program."""

from tests.durability.conftest import extended_time_limit

__all__ = ["extended_time_limit"]
