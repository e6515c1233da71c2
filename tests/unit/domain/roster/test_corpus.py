"""Class lists as schools have them: each is read as the file beside it says (tests/fixtures/rosters/README.md)."""

from datetime import date
from pathlib import Path

import pytest

from server.domain.roster.preview import build_preview, chosen_uses
from server.domain.roster.preview_row import PreviewRow
from server.domain.roster.reading.errors import UnreadableListError
from server.domain.roster.reading.files import ReadingChoices, read_list
from server.domain.roster.reading.table import Table
from tests.factories.rosters import SAMPLES, sample
from tests.unit.domain.roster.expected_rows import SUFFIX, Expectation, read_expectations

TODAY = date(2026, 11, 28)
LISTS = sorted(str(each.relative_to(SAMPLES))[: -len(SUFFIX)] for each in SAMPLES.rglob(f"*{SUFFIX}"))


def _preview(name: str, expected: Expectation) -> tuple[Table, list[PreviewRow]]:
    files = sample(name)
    table = read_list(files, ReadingChoices(), today=TODAY)
    if expected.section is not None and len(table.sections) > 1:
        section = next(each.id for each in table.sections if {each.id, each.name} & set(expected.section))
        table = read_list(files, ReadingChoices(section=section), today=TODAY)
    return table, build_preview(table, chosen_uses(table, {}), [], "class")


@pytest.mark.spec("5.12")
@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_read_as_the_file_beside_it_says(name: str) -> None:
    for expected in read_expectations(Path(SAMPLES / f"{name}{SUFFIX}")):
        try:
            table, rows = _preview(name, expected)
        except UnreadableListError:
            assert expected.may_be_refused
            continue
        assert expected.may_be_read
        if table.encoding_uncertain and expected.may_ask_about_letters:
            continue
        assert expected.problems(rows) == []
        assert expected.separator in {None, table.separator}


def test_every_folder_of_lists_is_tested() -> None:
    folders = {name.partition("/")[0] for name in LISTS}
    assert {"situations", "systems", "kinds", "letters", "workbooks", "exports"} <= folders
