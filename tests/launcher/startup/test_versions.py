"""Comparison of versions."""

import pytest

from launcher.startup.versions import is_older


@pytest.mark.parametrize(
    ("one", "other", "older"),
    [("0.9.2", "0.10.0", True), ("1.0.0", "1.0.0", False), ("1.1", "1.0.9", False), ("unknown", "1.0.0", False)],
)
def test_version_numbers_are_compared_numerically(one: str, other: str, *, older: bool) -> None:
    assert is_older(one, other) is older
