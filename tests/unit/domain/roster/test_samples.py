"""What each sample of tests/fixtures/rosters is read as, and what an empty class's preview says of it."""

from collections import Counter
from datetime import date

import pytest

from server.domain.roster.preview import build_preview, chosen_uses
from server.domain.roster.preview_row import PreviewRow
from server.domain.roster.reading.errors import EmptyListError
from server.domain.roster.reading.files import ReadingChoices, read_list
from server.domain.roster.reading.table import ColumnUse, Table
from tests.factories.rosters import ONE_ROSTER, ONE_ROSTER_ZIP, SAMPLES, WORKBOOK, sample, zip_of

TODAY = date(2026, 11, 23)
Preview = tuple[Table, dict[str, PreviewRow]]


def preview(name: str, section: str | None = None, **uses: ColumnUse) -> Preview:
    """Return the table and the rows by first name; `uses`: the teacher's choices, such as `column4="password"`."""
    table = read_list(sample(name), ReadingChoices(section=section), today=TODAY)
    choices = {int(column.removeprefix("column")): use for column, use in uses.items()}
    rows = build_preview(table, chosen_uses(table, choices), [], "class")
    return table, {row.first_name or str(row.line): row for row in rows}


def _all_rows(table: Table) -> list[PreviewRow]:
    return build_preview(table, chosen_uses(table, {}), [], "class")


def reasons(row: PreviewRow) -> list[str]:
    return [each.code for each in row.reasons]


@pytest.mark.parametrize(
    ("name", "section", "expected"),
    [
        ("01-names-only.txt", None, {"ready": 6, "question": 1}),
        ("02-pasted-from-sheets.tsv", None, {"ready": 4}),
        ("03-utf8-bom.csv", None, {"ready": 4}),
        ("04-utf16le-tabs.txt", None, {"ready": 3}),
        ("06-last-comma-first.csv", None, {"ready": 4}),
        ("08-holes.csv", None, {"ready": 3, "question": 3}),
        ("11-sep-line.csv", None, {"ready": 2}),
        ("13-workbook.xlsx", None, {"ready": 4}),
        ("13-workbook-named.csv", None, {"ready": 4}),
        ("16-old-mac-line-ends.csv", None, {"ready": 2}),
        ("19-thirty.csv", None, {"ready": 30}),
        ("20-google-classroom-grades.csv", None, {"ready": 2, "skipped": 3}),
        ("21-google-people-page.txt", None, {"ready": 2, "question": 1, "skipped": 3}),
        (ONE_ROSTER, "k1", {"ready": 3, "skipped": 2, "refused": 2}),
        (ONE_ROSTER_ZIP, "k1", {"ready": 3, "skipped": 2, "refused": 2}),
        (ONE_ROSTER, "k2", {"ready": 2, "refused": 1}),
        ("oneroster-1.2-bulk", "k1", {"ready": 3}),
    ],
)
def test_each_sample_has_the_expected_number_of_rows_by_status(
    name: str, section: str | None, expected: dict[str, int]
) -> None:
    table = read_list(sample(name), ReadingChoices(section=section), today=TODAY)
    assert Counter(row.status for row in _all_rows(table)) == expected


@pytest.mark.parametrize("name", ["14-headings-only.csv", "15-empty.csv"])
def test_lists_without_students_are_refused(name: str) -> None:
    with pytest.raises(EmptyListError, match=r"There are no students in this file\."):
        preview(name)


@pytest.mark.spec("5.12")
def test_a_list_of_whole_names_has_one_column_and_no_headings() -> None:
    table, rows = preview("01-names-only.txt")
    assert (table.encoding, table.separator, table.headings, table.uses) == ("utf-8", None, None, ["name"])
    assert (rows["Chloe"].line, rows["Chloe"].last_name) == (4, "de la Cruz")
    assert rows["Elif"].last_name == "Y\u0131ld\u0131z"
    assert reasons(rows["Dmitri"]) == ["last_name_missing"]
    assert rows["Mary Ann"].reasons[0].params == {"firstName": "Mary", "lastName": "Ann Smith"}


def test_rows_pasted_from_a_spreadsheet_are_separated_by_tabs() -> None:
    table, rows = preview("02-pasted-from-sheets.tsv")
    assert (table.separator, table.uses) == (
        "\t",
        ["firstName", "lastName", "username", "unused", "unused", "unused"],
    )
    assert (rows["Chloe Anne"].last_name, rows["Chloe Anne"].username) == ("Duarte", "chloe.d")
    assert rows["Amara"].password_made
    _, rows_with_passwords = preview("02-pasted-from-sheets.tsv", column3="password")
    assert (rows_with_passwords["Amara"].password, rows_with_passwords["Amara"].password_made) == ("tiger42", False)
    assert (rows["Dmitri"].username, rows["Dmitri"].username_made, rows["Dmitri"].password_made) == (
        "dmitri.w",
        True,
        True,
    )


def test_a_byte_order_mark_is_no_part_of_the_first_heading() -> None:
    table, rows = preview("03-utf8-bom.csv")
    assert (table.encoding, (table.headings or [])[0]) == ("utf-8", "First Name")
    assert rows["Siân"].last_name == "Evans, Jr."


def test_identifiers_in_utf_16_keep_the_zeros_they_begin_with() -> None:
    table, rows = preview("04-utf16le-tabs.txt")
    assert (table.encoding, table.uses) == ("utf-16", ["lastName", "firstName", "idAndUsername"])
    row = rows["小明"]
    assert (row.last_name, row.username, row.external_id) == ("王", "000419", "000419")
    _, rows = preview("04-utf16le-tabs.txt", column2="externalId")
    assert (rows["小明"].username, rows["小明"].external_id) == ("xiaoming.w", "000419")


def test_whole_names_with_a_comma_begin_with_the_last_name() -> None:
    table, rows = preview("06-last-comma-first.csv")
    assert (table.headings, table.uses) == (["Student", "Grade", "Notes"], ["name", "unused", "unused"])
    assert {first: row.last_name for first, row in rows.items()} == {
        "Amara": "Okafor",
        "Faith": "O\u2019Connor",
        "Chloe": "de la Cruz",
        "Mary Ann": "Smith",
    }


def test_rows_with_missing_cells_are_asked_about() -> None:
    _, rows = preview("08-holes.csv")
    assert (rows["Olga"].line, reasons(rows["Olga"])) == (6, ["last_name_missing"])
    assert reasons(rows["7"]) == ["first_name_missing"]
    assert rows["Quinn"].reasons[0].params == {"length": 3}
    assert (rows["Rosa"].last_name, rows["Rosa"].password, reasons(rows["Rosa"])) == (
        "Soto",
        "sand 1234",
        ["extra_cells"],
    )


@pytest.mark.parametrize("name", [WORKBOOK, "13-workbook-named.csv"])
def test_a_workbook_is_recognized_whatever_its_name(name: str) -> None:
    table, rows = preview(name)
    assert (table.format, table.encoding, table.separator) == ("workbook", None, None)
    assert [(each.id, each.name, each.students) for each in table.sections] == [("2", "Class 5B", 4)]
    assert [row.external_id for row in rows.values()] == ["417", "00418", "419", "420"]
    assert (table.headings or [])[3] == "Born"
    assert table.uses == ["lastName", "firstName", "idAndUsername", "unused"]


def test_usernames_and_passwords_of_thirty_students_are_different() -> None:
    _, rows = preview("19-thirty.csv")
    assert len({row.username for row in rows.values()}) == len({row.password for row in rows.values()}) == 30


def test_a_gradebooks_row_of_points_is_not_a_student() -> None:
    table, rows = preview("20-google-classroom-grades.csv")
    assert table.uses == ["lastName", "firstName", "email", "unused", "unused"]
    assert rows["Amara"].username == "amara.okafor"
    assert reasons(rows["2"]) == ["not_a_student"]


def test_notes_on_a_copied_class_page_are_asked_about() -> None:
    _, rows = preview("21-google-people-page.txt")
    assert rows["Chloe"].reasons[0].params == {"note": "invited"}


def test_a_oneroster_export_says_who_is_not_a_student_and_why() -> None:
    table, rows = preview(ONE_ROSTER, "k1")
    assert (table.format, table.section) == ("oneroster-1.1", "k1")
    assert [(each.id, each.name) for each in table.sections] == [("k1", "Homeroom 5, Ms. Vance"), ("k2", "Math 5")]
    assert {(row.line, row.status, *reasons(row)) for row in _all_rows(table) if row.status != "ready"} == {
        (5, "skipped", "account_disabled"),
        (6, "skipped", "enrolment_ended"),
        (9, "refused", "user_unknown"),
        (10, "refused", "class_unknown"),
    }
    assert (rows["Ben"].password_made, rows["Nia"].username, rows["Nia"].external_id) == (True, "nia.b", "000422")
    _, rows = preview(ONE_ROSTER, "k1", column4="password")
    assert (rows["Ben"].password, rows["Nia"].password_made) == ("Secret123", True)


def test_a_oneroster_export_with_several_classes_asks_for_one() -> None:
    table, rows = preview(ONE_ROSTER)
    assert (table.section, rows) == (None, {})


def test_students_who_are_in_another_class_of_the_export_too_are_marked() -> None:
    _, rows = preview(ONE_ROSTER, "k2")
    assert [each.params for each in rows["Amara"].reasons] == [{"name": "Homeroom 5, Ms. Vance"}]


def test_oneroster_1_2_is_read_with_preferred_names_and_roles() -> None:
    table, rows = preview("oneroster-1.2-bulk", "k1")
    assert (table.format, list(rows)) == ("oneroster-1.2", ["Amara", "Ben", "Mei"])
    assert reasons(rows["Mei"]) == ["role_missing"]


def test_a_zipped_export_may_have_a_folder_and_other_files() -> None:
    files = {f"export/{each.name}": each.read_bytes() for each in (SAMPLES / ONE_ROSTER).iterdir()}
    packed = zip_of({**files, "__MACOSX/export/._users.csv": b"\0\5\x16\7", "export/readme.txt": b"Hello"})
    table = read_list([packed], ReadingChoices(section="k1"), today=TODAY)
    assert len(table.rows) == 7
