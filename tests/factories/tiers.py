"""Parameters of which `make test` covers some and `make test-long` all (docs/decisions/0041-test-tiers.md)."""

from collections.abc import Iterable

import pytest


def by_tier(values: Iterable[object], *in_make_test: object) -> list[object]:
    """Return the values as parameters that are `long`, but for those `in_make_test`, by default the first."""
    listed = list(values)
    short = in_make_test or listed[:1]
    assert all(value in listed for value in short)
    return [value if value in short else pytest.param(value, marks=pytest.mark.long) for value in listed]
