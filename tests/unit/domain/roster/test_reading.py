"""Encodings, separators, columns, archives, and lists that can't be read."""

import io
import random
from datetime import date
from zipfile import ZipFile

import pytest

from server.domain.roster.reading import errors
from server.domain.roster.reading.encodings import Encoding
from server.domain.roster.reading.files import ReadingChoices, read_list
from server.domain.roster.reading.table import Table
from server.domain.roster.reading.workbook import format_number
from server.errors import DomainError
from tests.factories.rosters import (
    ONE_ROSTER,
    SAMPLES,
    WORKBOOK,
    mutated_lists,
    sample,
    workbook,
    workbook_with,
    zip_of,
)

TODAY = date(2026, 11, 23)
SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'


def read(
    *files: bytes, encoding: Encoding | None = None, separator: str | None = None, section: str | None = None
) -> Table:
    return read_list(files, ReadingChoices(encoding, separator, section), today=TODAY)


def one_roster(**changes: bytes | None) -> list[bytes]:
    """Return the files of the export with some replaced, or left out."""
    files = {each.stem: each.read_bytes() for each in (SAMPLES / ONE_ROSTER).iterdir()} | changes
    return [content for content in files.values() if content is not None]


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", "cp1252"),
    ],
)
def test_the_encoding_is_detected(encoding: str, expected: str) -> None:
    table = read("Vorname;Nachname\r\nZoë;Müller\r\n".encode(encoding))
    assert (table.encoding, table.rows[0].cells) == (expected, ["Zoë", "Müller"])


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_detected(separator: str) -> None:
    text = "\n".join(separator.join(cells) for cells in (("First", "Last", "Notes"), ("Amara", "Okafor", "x, y; z")))
    assert read(text.replace("x, y; z", '"x, y; z"').encode()).separator == separator


def test_a_chosen_separator_is_used() -> None:
    assert read(b"Amara,Okafor;5\nBen,Li;5", separator=";").rows[0].cells == ["Amara,Okafor", "5"]


def test_commas_within_names_do_not_split_columns() -> None:
    table = read(b"Okafor, Amara\nLindqvist, Ben\n")
    assert (table.separator, table.uses) == (None, ["name"])


@pytest.mark.parametrize(
    ("headings", "uses"),
    [
        ("Given Name,Surname,Login,Password", ["firstName", "lastName", "username", "password"]),
        ("Nombre,Apellidos,Usuario,Contraseña", ["firstName", "lastName", "username", "password"]),
        ("Nombre completo,Correo electrónico", ["name", "email"]),
        ("Nom,Prénom,Identifiant,Mot de passe", ["lastName", "firstName", "username", "password"]),
        ("Name,Vorname,Benutzername,Passwort", ["lastName", "firstName", "username", "password"]),
        ("Nachname,Vorname,Schülernummer", ["lastName", "firstName", "idAndUsername"]),
        ("Name,Birthday", ["name", "unused"]),
        ("First Name,Last Name,ID,Username,Email", ["firstName", "lastName", "externalId", "username", "unused"]),
    ],
)
def test_headings_in_four_languages_are_recognized(headings: str, uses: list[str]) -> None:
    row = ",".join("x" for _ in uses)
    assert read(f"{headings}\n{row}\n".encode()).uses == uses


@pytest.mark.parametrize(
    ("row", "uses"),
    [
        ("Amara,Okafor,amara@school.test,00417", ["firstName", "lastName", "email", "externalId"]),
        ("अमारा,ओकाफ़ोर", ["firstName", "lastName"]),
        ("00417,Amara Okafor", ["externalId", "name"]),
    ],
)
def test_columns_without_headings_are_guessed(row: str, uses: list[str]) -> None:
    assert read(row.encode()).uses == uses


@pytest.mark.parametrize(
    ("content", "error", "line"),
    [
        (b'First,Last\nAmara,Okafor\nBen,"Li\nEva,Evans\n', errors.UnbalancedQuotesError, 3),
        (b'First,Last\nAmara,"Oka" for\n', errors.UnbalancedQuotesError, 2),
        (b"First,Last\nAmara," + b"x" * 30_000, errors.LongLineError, 2),
        (b"First,Last\nAmara" + b"," * 300, errors.LongLineError, 2),
        (b'First,Last\nAmara,"' + b"\n" * 30_000 + b'"', errors.UnbalancedQuotesError, 2),
        (b"First,Last\nAmara,Oka\x07for\n", errors.BinaryLineError, 2),
    ],
)
def test_text_that_cannot_be_read_is_refused_with_its_line(content: bytes, error: type[DomainError], line: int) -> None:
    with pytest.raises(error) as refused:
        read(content)
    assert refused.value.translatable.params == {"line": line}


@pytest.mark.parametrize(
    ("files", "error"),
    [
        ([], errors.EmptyListError),
        ([b""], errors.EmptyListError),
        ([b"\n \n"], errors.EmptyListError),
        ([b"\x89PNG\r\n\x1a\n\0\0"], errors.PictureError),
        ([b"%PDF-1.7"], errors.DocumentError),
        ([b"\xef\xbb\xbf\r\n<table border=1><tr><td>Okafor</td></tr></table>"], errors.WebPageError),
        ([b"Date: Mon\nSubject: Class list\n\nAmara Okafor"], errors.OtherDataError),
        ([b"\1\0\2\3\4"], errors.NotAListError),
        ([zip_of({"word/document.xml": b"<w/>"})], errors.DocumentError),
        ([b"\xd0\xcf\x11\xe0\xa1\xb1"], errors.SpreadsheetFormatError),
        ([b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le")], errors.PasswordProtectedError),
        ([zip_of({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"})], errors.SpreadsheetFormatError),
        ([b"PK\3\4"], errors.DamagedListError),
        ([(SAMPLES / WORKBOOK).read_bytes()[:-300]], errors.DamagedListError),
        ([b"Amara Okafor", b"Ben Li"], errors.SeveralListsError),
        ([b"\n".join(b"Amara Okafor" for _ in range(812))], errors.LongListError),
        ([b"School_id,Section_id,Student_id\n1,2,3\n"], errors.CleverError),
        (one_roster(enrollments=None), errors.OneRosterIncompleteError),
        (one_roster(manifest=b"propertyName,value\nfile.users,delta\n"), errors.OneRosterDeltaError),
        (one_roster(more=(SAMPLES / ONE_ROSTER / "users.csv").read_bytes()), errors.SeveralListsError),
    ],
)
def test_each_kind_of_unusable_file_is_refused_with_its_own_error(files: list[bytes], error: type[DomainError]) -> None:
    with pytest.raises(error):
        read(*files, section="k1")


def test_an_unknown_class_or_sheet_is_refused() -> None:
    for files in (one_roster(), [(SAMPLES / WORKBOOK).read_bytes()]):
        with pytest.raises(errors.UnknownSectionError):
            read(*files, section="9")


def test_cells_of_a_workbook_are_texts_and_formulas_their_results() -> None:
    table = read(workbook(["First", "Last", "ID", "Sum"], ["Amara", "Okafor", 419.0, "=1+1"], ["Ben", "Li", 2.5, True]))
    assert [row.cells for row in table.rows] == [["Amara", "Okafor", "419"], ["Ben", "Li", "2.5", "TRUE"]]


def test_formulas_in_a_text_are_texts() -> None:
    assert read(b"First,Last\n=1+1,@SUM(A1)\n").rows[0].cells == ["=1+1", "@SUM(A1)"]


@pytest.mark.parametrize(
    "content",
    [
        workbook_with(sheet2=SHEET % (b'<row r="1">' + b"<c/>" * 100_000 + b"</row>")),
        workbook_with(sheet2=SHEET % b"" + b" " * 11_000_000),
        workbook_with(sheet2=SHEET % (b"<row/>" * 30_000)),
        workbook_with(**{f"sheet{number}": SHEET % ((b"<row/>" + b" " * 250_000) * 41) for number in range(2, 7)}),
        workbook_with(sharedStrings=b"<sst><si>" + b"<r/>" * 100_000 + b"</si></sst>"),
        workbook_with(sharedStrings=b"<sst>" + b"<si><t>a</t></si>" * 200_000 + b"</sst>"),
        workbook_with(workbook=b"<workbook>" + b"<x/>" * 100_000 + b"</workbook>"),
        zip_of({f"{number}.csv": b"x" for number in range(600)}),
        zip_of({"list.csv": b"Amara,Okafor\n" * 1_200_000}),
    ],
)
def test_archives_that_are_large_when_unpacked_are_refused(content: bytes) -> None:
    assert len(content) < 500_000
    with pytest.raises(errors.LargeArchiveError):
        read(content)


def test_a_sheet_with_a_cell_far_away_is_read() -> None:
    first = b'<row r="1"><c r="A1" t="inlineStr"><is><t>Amara Okafor</t></is></c></row>'
    rows = first + b'<row r="20000"><c r="XFD20000"/></row>'
    assert len(read(workbook_with(sheet2=SHEET % rows)).rows) == 1


def test_mutated_lists_are_read_or_refused(caplog: pytest.LogCaptureFixture) -> None:
    outcomes = {"read": 0, "refused": 0}
    generator = random.Random(2026)
    for files in mutated_lists(2026, 300):
        try:
            read(*files, section=generator.choice([None, "k1"]))
            outcomes["read"] += 1
        except (errors.UnreadableListError, errors.CleverError):
            outcomes["refused"] += 1
    assert min(outcomes.values()) > 30
    assert "unexpected error" not in caplog.text


def test_encrypted_archives_are_refused() -> None:
    content = bytearray(zip_of({"users.csv": b"x"}))
    content[content.index(b"PK\1\2") + 8] |= 1  # the flag in the central directory
    with pytest.raises(errors.PasswordProtectedError):
        read(bytes(content))


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (417, "00000", "00417"),
        (417.0, "General", "417"),
        (100417, "000\\-000", "100-417"),
        (100417, "000-000", "100-417"),
        (1234567, "00000", "1234567"),
        (417, '"S"00000', "S00417"),
        (417, "#,##0", "417"),
        (417, "0", "417"),
        (2.5, "0.00", "2.5"),
        (100000000000.0, "General", "100000000000"),
        (420.99999999999994, "General", "421"),
        (-5, "00", "-5"),
    ],
)
def test_a_number_is_read_in_its_format(value: float, number_format: str, shown: str) -> None:
    assert format_number(value, number_format) == shown


def test_only_the_chosen_separator_splits() -> None:
    assert read(b"Okafor, Amara\nLi, Ben", separator="none").rows[0].cells == ["Okafor, Amara"]


def test_a_chosen_encoding_is_used_for_a_list() -> None:
    table = read("Name\nGu\u00f0r\u00fan J\u00f3nsd\u00f3ttir".encode("cp1252"), encoding="cp1252")
    assert (table.rows[0].cells, table.encoding_uncertain) == (["Gu\u00f0r\u00fan J\u00f3nsd\u00f3ttir"], False)


@pytest.mark.parametrize(
    "part",
    [
        "[Content_Types].xml",
        "_rels/.rels",
        "xl/workbook.xml",
        "xl/_rels/workbook.xml.rels",
        "xl/styles.xml",
        "xl/worksheets/sheet2.xml",
    ],
)
def test_a_workbook_with_entities_is_refused(part: str) -> None:
    with ZipFile(io.BytesIO(sample(WORKBOOK)[0])) as archive:
        files = {each: archive.read(each) for each in archive.namelist()}
    files[part] = b'<!DOCTYPE x [<!ENTITY e "Amara">]>' + files[part]
    with pytest.raises(errors.DamagedListError):
        read(zip_of(files))


def test_a_workbook_with_a_large_style_sheet_is_read_without_its_formats() -> None:
    table = read(workbook_with(styles=b"<styleSheet>" + b"<x/>" * 100_000 + b"</styleSheet>"))
    assert len(table.rows) == 4


def test_a_file_of_many_lines_is_refused_before_it_is_read_to_its_end() -> None:
    with pytest.raises(errors.LongFileError):
        read(b"Amara Okafor\n" + b"\n" * 4_000_000)


def test_a_class_of_an_export_with_2000_classes_is_read_once_a_file() -> None:
    classes = "".join(f"k{number},Class {number},scheduled\n" for number in range(2_000))
    enrollments = "".join(f"e{number},k{number % 2_000},u2,student\n" for number in range(40_000))
    table = read(
        *one_roster(
            classes=f"sourcedId,title,classType\n{classes}".encode(),
            enrollments=f"sourcedId,classSourcedId,userSourcedId,role\n{enrollments}".encode(),
        ),
        section="k1",
    )
    assert len(table.rows) == 20


@pytest.mark.spec("5.12")
def test_a_list_of_several_classes_asks_for_one_or_all() -> None:
    content = b"First,Last,Class\nIvy,Larkspur,4A\nOmar,Quince,4A\nBo,Teal,4B\nAna,Sosa,4B\nTotal,,Total: 4\n"
    table = read(content)
    assert (table.section, len(table.rows)) == (None, 0)
    assert [(each.name, each.students) for each in table.sections] == [("4A, 4B", 4), ("4A", 2), ("4B", 2)]
    assert [row.cells[0] for row in read(content, section="4B").rows] == ["Bo", "Ana"]
    assert len(read(content, section=table.sections[0].id).rows) == 5
    with pytest.raises(errors.UnknownSectionError):
        read(content, section="4C")


def test_a_list_of_one_class_or_with_a_class_for_each_row_is_read_at_once() -> None:
    assert read(b"First,Last,Class\nIvy,Larkspur,4A\nOmar,Quince,4A\n").sections == []
    assert read(b"First,Last,Class\nIvy,Larkspur,Art\nOmar,Quince,Music\n").sections == []


def test_names_in_one_line_are_one_student_each() -> None:
    assert [row.cells[0] for row in read(b"Ada Vance, Ben Soto, Bo Teal").rows] == ["Ada Vance", "Ben Soto", "Bo Teal"]
    assert read(b"Vance, Ada").rows[0].cells == ["Vance, Ada"]
    assert len(read(b"First name,Last name,User name").rows) == 0


def test_columns_that_are_aligned_with_blanks_are_split() -> None:
    table = read(b"Name        House   ID\nAda Vance   Red     40417\nBen Soto            40418\n")
    assert (table.separator, table.rows[1].cells) == ("\t", ["Ben Soto", "", "40418"])
    assert read(b"Ada  Vance\nBen Soto\nChen Yu\n").separator is None
