"""Names, made usernames and passwords, and the comparison of rows with each other and with the teacher's students."""

from datetime import date

import pytest

from server.domain.roster.credentials import PasswordGenerator, UsernameGenerator, _words
from server.domain.roster.preview import build_preview, chosen_uses
from server.domain.roster.preview_row import KnownAccount, PreviewRow
from server.domain.roster.queries import KnownStudent
from server.domain.roster.reading.files import ReadingChoices, read_list
from server.domain.roster.reading.names import name_key, split_name
from server.domain.students.service import username_key

HERE, ELSEWHERE = "class", "other class"


def known(name: str, username: str, external_id: str | None = None, classroom_id: str = HERE) -> KnownStudent:
    first, last = name.split(" ", 1)
    return KnownStudent(
        f"id of {username}",
        classroom_id,
        "Science Club",
        first,
        last,
        username,
        username_key(username),
        external_id,
        80,
    )


def preview(text: str, *students: KnownStudent) -> list[PreviewRow]:
    table = read_list([text.encode()], ReadingChoices(), today=date(2026, 11, 23))
    return build_preview(table, chosen_uses(table, {}), students, HERE)


def summary(text: str, *students: KnownStudent) -> list[tuple[str, list[str]]]:
    return [(row.status, [each.code for each in row.reasons]) for row in preview(text, *students)]


@pytest.mark.parametrize(
    ("text", "first", "last", "codes"),
    [
        ("Emma Li", "Emma", "Li", []),
        ("Li, Emma", "Emma", "Li", []),
        ("3) Emma  Li", "Emma", "Li", []),
        ("Vincent van der Berg", "Vincent", "van der Berg", []),
        ("Mary Ann Smith", "Mary Ann", "Smith", ["name_split"]),
        ("Emma", "Emma", "", []),
        ("Emma Li (left)", "Emma", "Li", ["name_note"]),
        ("Li,", "", "Li", []),
    ],
)
def test_whole_names_are_split(text: str, first: str, last: str, codes: list[str]) -> None:
    found = split_name(text)
    assert (found.first, found.last, [each.code for each in found.reasons]) == (first, last, codes)


@pytest.mark.spec("5.12")
@pytest.mark.parametrize(
    ("heading", "text", "first", "last", "codes"),
    [
        ("nev", "Kovács Anna Éva", "Anna Éva", "Kovács", []),
        ("apellidos y nombre", "Sosa Ivy", "Ivy", "Sosa", []),
        ("apellidos y nombre", "Sosa Vega Ivy", "Vega Ivy", "Sosa", ["not_a_name"]),
        ("apellidos y nombre", "Sosa Vega, Ivy", "Ivy", "Sosa Vega", []),
        ("nom et prenom", "DE LA TOUR Jean-Luc", "Jean-Luc", "DE LA TOUR", []),
        ("name", "Ivy Sosa", "Ivy", "Sosa", []),
    ],
)
def test_a_heading_says_that_the_last_name_comes_first(
    heading: str, text: str, first: str, last: str, codes: list[str]
) -> None:
    found = split_name(text, heading)
    assert (found.first, found.last, [each.code for each in found.reasons]) == (first, last, codes)


def test_names_may_stand_in_a_column_beyond_the_headings() -> None:
    rows = preview("Grade,Student ID\n5,40417,Ivy Larkspur\n5,51002,Omar Quince\n4,38110,Bo Teal")
    assert [(row.first_name, row.last_name) for row in rows] == [
        ("Ivy", "Larkspur"),
        ("Omar", "Quince"),
        ("Bo", "Teal"),
    ]


def test_names_that_differ_in_a_vowel_sign_are_different() -> None:
    assert name_key("कमल", "दास") != name_key("कमला", "दास")
    assert name_key("José", "Núñez") == name_key("jose", "nunez")


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("Amara", "Okafor", ["amara.o", "amara.ok", "amara.oka"]),
        ("Zoë", "Ångström", ["zoe.a", "zoe.an", "zoe.ang"]),
        ("Mary Ann", "O\u2019Connor", ["mary.o", "mary.oc", "mary.oco"]),
        ("Bo", "L", ["bo.l", "bo.l2", "bo.l3"]),
        ("小明", "王", ["xiaoming.w", "xiaoming.wa", "xiaoming.wan"]),
        ("", "Prince", ["prince", "prince.2", "prince.3"]),
        ("Amara 🌻", "🌻 Okafor", ["amara.o", "amara.ok", "amara.oka"]),
        ("🌻 Amara", "Okafor", ["amara.o", "amara.ok", "amara.oka"]),
        ("🌻", "Okafor", ["okafor", "okafor.2", "okafor.3"]),
        ("😶", "…", ["student.1", "student.2", "student.3"]),
        ("7", "12", ["student.1", "student.2", "student.3"]),
    ],
)
def test_made_usernames_are_ascii_and_different(first: str, last: str, expected: list[str]) -> None:
    usernames = UsernameGenerator(set())
    made = [usernames.generate(first, last) for _ in expected]
    assert made == expected


def test_a_made_username_differs_from_all_of_the_class_and_the_list() -> None:
    rows = preview("First,Last,Login\nAmara,Okoro,\nAlex,Ames,AMARA.OK\n", known("Ada Oh", "Amara.O"))
    assert [row.username for row in rows] == ["amara.oko", "AMARA.OK"]


def test_made_passwords_are_two_of_at_least_2000_short_words_and_different() -> None:
    passwords = PasswordGenerator()
    made = {passwords.generate() for _ in range(500)}
    assert len(made) == 500
    assert all(set(each.split(".")) <= set(_words()) for each in made)
    assert len(set(_words())) == len(_words()) >= 2000
    assert all(3 <= len(word) <= 8 and word.isalpha() and word.islower() for word in _words())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Emma Li", ("same", [])),
        ("emma LI", ("same", [])),
        ("First,Last,Username\nEmma,Li,EMMA.LI", ("same", [])),
        ("First,Last,Username\nEmma,Lee,emma.li", ("changed", ["renamed"])),
        ("First,Last,ID,Username\nEmma,Li,417,", ("changed", ["identifier_added"])),
        ("First,Last,Username\nEva,Lopez,emma.li", ("question", ["username_taken"])),
        ("First,Last,Username\nEmma,Li,emma.2", ("question", ["same_name"])),
        ("Emma Lin", ("ready", [])),
    ],
)
def test_rows_are_compared_with_the_students_of_the_class(text: str, expected: tuple[str, list[str]]) -> None:
    assert summary(text, known("Emma Li", "emma.li")) == [expected]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("Emma,Li,417,", ("same", [])),
        ("Emma,Lee,417,", ("changed", ["renamed"])),
        ("Emma,Li,417,emma.new", ("changed", ["username_changed"])),
        ("Emma,Li,418,", ("ready", [])),
        ("Eva,Evans,418,emma.li", ("question", ["username_taken"])),
        ("Emma,Li,,emma.li", ("same", [])),
        ("Emma,,417,", ("same", [])),
    ],
)
def test_an_identifier_decides_before_username_and_name(row: str, expected: tuple[str, list[str]]) -> None:
    assert summary(f"First,Last,ID,Username\n{row}", known("Emma Li", "emma.li", "417")) == [expected]


def test_a_student_of_the_class_keeps_username_and_password() -> None:
    (row,) = preview("First,Last,Password\nEmma,Lì,secret1", known("Emma Li", "emma.li"))
    assert (row.status, row.student_id, row.username, row.password) == ("changed", "id of emma.li", "emma.li", None)


@pytest.mark.parametrize(
    ("row", "identifier", "expected"),
    [
        ("Emma,Li,417,emma.2", None, True),
        ("Emma,Lee,417,emma.li", None, True),
        ("Emma,Li,,emma.2", None, False),
        ("Emma,Lee,417,emma.li", "417", False),
        ("Eva,Lopez,417,emma.li", None, False),
        ("Emma,Lin,417,", None, False),
    ],
)
def test_a_student_without_an_identifier_may_get_that_of_the_row_and_keep_the_names(
    row: str, identifier: str | None, *, expected: bool
) -> None:
    (found,) = preview(f"First,Last,ID,Username\n{row}", known("Emma Li", "emma.li", identifier))
    account = KnownAccount("id of emma.li", "Emma", "Li", "emma.li")
    assert found.unidentified == (account if expected else None)


def test_of_two_students_with_the_same_name_neither_may_get_the_identifier_of_the_row() -> None:
    students = (known("Emma Li", "emma.li"), known("Emma Li", "emma.2"))
    (row,) = preview("First,Last,ID\nEmma,Li,417", *students)
    assert (row.status, row.unidentified) == ("question", None)


def test_two_students_of_one_name_are_asked_about() -> None:
    students = (known("Emma Li", "emma.li"), known("Emma Li", "emma.2"))
    assert summary("Emma Li", *students) == [("question", ["same_name"])]


@pytest.mark.parametrize("text", ["Emma Li", "First,Last,ID,Username\nEmmeline,Li,417,"])
def test_a_student_of_another_class_can_be_moved(text: str) -> None:
    (row,) = preview(text, known("Emma Li", "emma.li", "417", ELSEWHERE))
    assert (row.status, row.student_id, row.reasons[0].code) == ("question", None, "in_other_class")
    assert row.reasons[0].params == {
        "studentId": "id of emma.li",
        "username": "emma.li",
        "className": "Science Club",
        "balance": 80,
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Emma Li\nBen Cho\nEMMA LI", [("ready", []), ("ready", []), ("skipped", ["same_as_row"])]),
        (
            "First,Last,ID,Username\nEmma,Li,1,\nEmma,Li,2,\nEmma,Lee,1,",
            [("ready", []), ("ready", []), ("question", ["identifier_twice"])],
        ),
        (
            "First,Last,Class\nEmma,Li,5A\nEmma,Li,5B\nEmma,Li,5A",
            [("ready", []), ("question", ["name_twice"]), ("skipped", ["same_as_row"])],
        ),
        (
            "First,Last,Username\nEmma,Li,e.li\nEva,Lim,E.LI",
            [("ready", []), ("question", ["username_twice"])],
        ),
        (
            "First,Last,Username\nEmma,Li,e.li\nEmma,Li,E.LI",
            [("ready", []), ("skipped", ["same_as_row"])],
        ),
    ],
)
def test_rows_that_repeat_an_earlier_one_are_skipped_or_asked_about(
    text: str, expected: list[tuple[str, list[str]]]
) -> None:
    assert summary(text) == expected


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (f"{'x' * 201},Li,,", "first_name_too_long"),
        (f"Emma,{'x' * 201},,", "last_name_too_long"),
        ("Emma,\u200b,,", "last_name_missing"),
        (f"Emma,Li,{'x' * 201},", "username_too_long"),
        ('Emma,Li,"e.\nli",', "username_invalid"),
        ("Emma,Li,em\u200dma,", "username_invalid"),
        ("Emma,Li,\u0435mma,", "username_invalid"),
        ("Emma,Li,,abc", "password_too_short"),
        (f"Emma,Li,,{'x' * 129}", "password_too_long"),
    ],
)
def test_a_row_that_an_import_would_refuse_is_asked_about(row: str, code: str) -> None:
    assert summary(f"First,Last,Username,Password\n{row}") == [("question", [code])]


def test_a_username_may_have_an_at_sign() -> None:
    (row,) = preview("First,Last,Username\nEmma,Li,emma@school.test")
    assert (row.status, row.username) == ("ready", "emma@school.test")


@pytest.mark.spec("5.13")
def test_a_guessed_identifier_does_not_outweigh_a_name() -> None:
    bo = known("Bo Teal", "bo.t", "40417")
    row = preview("Ana,Abbot,40417\nOmar,Quince,51002\nIvy,Larkspur,38110", bo)[0]
    assert (row.status, row.student_id, row.external_id) == ("ready", None, None)


def test_an_identifier_with_a_heading_finds_a_student_with_another_name() -> None:
    row = preview("First,Last,ID\nBoaz,Teal,40417", known("Bo Teal", "bo.t", "40417"))[0]
    assert (row.status, [each.code for each in row.reasons]) == ("changed", ["renamed", "username_changed"])


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("\u2022 Ivy Larkspur", "Ivy", "Larkspur"),
        ("\u2610 Ana Sosa", "Ana", "Sosa"),
        ("[x] Ana Sosa", "Ana", "Sosa"),
        ("(5) Max Orr", "Max", "Orr"),
        ("6 - Lia Fenn", "Lia", "Fenn"),
        ("#ivy Larkspur", "ivy", "Larkspur"),
        ("Ivy Larkspur <ivy@elm.example>", "Ivy", "Larkspur"),
        ("Larkspur, Ivy (she/her)", "Ivy", "Larkspur"),
        ("Larkspur, Jr., Sam", "Sam", "Larkspur, Jr."),
        ("Larkspur, Sam, III", "Sam", "Larkspur, III"),
        ("Sam Larkspur Jr.", "Sam", "Larkspur Jr."),
        ("DE LA TOUR Jean-Luc", "Jean-Luc", "DE LA TOUR"),
        ("Ana Mar\u00eda Sosa Vega", "Ana Mar\u00eda", "Sosa Vega"),
        ("\u2018Ofa Tu\u2019ipulotu", "\u2018Ofa", "Tu\u2019ipulotu"),
    ],
)
def test_marks_and_addresses_around_a_name_are_no_part_of_it(text: str, first: str, last: str) -> None:
    assert split_name(text)[:2] == (first, last)


def test_a_name_with_a_direction_mark_is_said() -> None:
    (row,) = preview("First,Last\nEm\u202ema,Li")
    assert "direction_mark" in [each.code for each in row.reasons]
