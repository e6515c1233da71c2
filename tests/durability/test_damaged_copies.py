"""Damage after a clean stop is found at the start or by the background check, and leads to the rescue."""

from pathlib import Path

import pytest

from tests.durability.damaged_copies import table, try_copies

SILENT = {"flip_bytes overflow", "exchange_sector overflow", "zero_page overflow", "flip_bytes table"}
"""Other letters in a text, or another number in a column without an index: SQLite keeps no checksums."""


@pytest.mark.long
def test_of_fifty_damaged_copies_none_goes_unnoticed_but_for_changed_content(tmp_path: Path) -> None:
    copies = try_copies(50, tmp_path)
    told = table(copies)
    missed = [copy for copy in copies if copy.outcome == "not found, wrong data or errors"]
    assert {copy.damage for copy in missed} <= SILENT, told
    assert len(missed) <= 5, told
    assert sum(copy.outcome.startswith(("rescue", "found")) for copy in copies) >= 30, told
