"""Corruption after a clean stop is detected at the start or by the background check, and leads to recovery mode."""

from pathlib import Path

import pytest

from tests.durability.corruption import table, try_copies

UNDETECTABLE = {"flip_bytes overflow", "replace_sector overflow", "zero_page overflow", "flip_bytes table"}
"""Changed characters in a text or an unindexed number: SQLite has no checksums."""


@pytest.mark.long
def test_every_corruption_but_changed_content_is_detected_in_fifty_copies(tmp_path: Path) -> None:
    copies = try_copies(50, tmp_path)
    report = table(copies)
    missed = [copy for copy in copies if copy.outcome == "not found, wrong data or errors"]
    assert {copy.damage for copy in missed} <= UNDETECTABLE, report
    assert len(missed) <= 5, report
    assert sum(copy.outcome.startswith(("recovery", "found")) for copy in copies) >= 30, report
    assert any(copy.outcome.startswith("found by the background check") for copy in copies), report
