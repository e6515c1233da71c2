"""What headings mean, and what columns without headings can be."""

import pytest

from server.domain.roster.reading.columns import column_uses
from server.domain.roster.reading.headings import is_heading, meanings
from server.domain.roster.reading.table import ColumnUse


@pytest.mark.spec("5.12")
@pytest.mark.parametrize(
    ("heading", "use"),
    [
        ("First Name [Required]", "firstName"),
        ("student.lastName", "lastName"),
        ("Student\u2019s Legal Surname", "lastName"),
        ("Pupil Preferred Forename", "preferredFirstName"),
        ("Preferred Surname (if different)", "preferredLastName"),
        ("Last Name / Apellidos", "lastName"),
        ("Segundo apellido", "secondLastName"),
        ("Tussenvoegsel", "lastNamePrefix"),
        ("LastFirst", "name"),
        ("Last Name, First Name", "name"),
        ("Student's Name", "name"),
        ("SIS Login ID", "username"),
        ("Student User Name", "username"),
        ("Student_Number", "externalId"),
        ("Student #", "externalId"),
        ("Sis Number", "externalId"),
        ("Adm No", "externalId"),
        ("N\u00ba Expte.", "externalId"),
        ("Student_Web_ID", "username"),
        ("Nome do aluno", "name"),
        ("N\u00famero de ID / ID Number", "externalId"),
        ("Status [READ ONLY]", "status"),
    ],
)
def test_a_heading_is_known_by_its_words(heading: str, use: ColumnUse) -> None:
    assert meanings(heading)[0][0] == use


@pytest.mark.parametrize(
    "heading",
    [
        "Teacher Last Name",
        "Parent 1 Email",
        "Password Hash Function [UPLOAD ONLY]",
        "Class",
        "Middle Name",
        "#",
        "No.",
        "Room No",
    ],
)
def test_a_heading_about_something_else_has_no_use(heading: str) -> None:
    assert meanings(heading) == ()
    assert is_heading(heading) or "Hash" in heading


@pytest.mark.parametrize("text", ["Ivy House", "5A", "Larkspur", "417"])
def test_a_name_or_number_is_no_heading(text: str) -> None:
    assert not is_heading(text)


NAMES = [["Ivy", "Omar", "Bo", "Ana"], ["Larkspur", "Quince", "Teal", "Sosa"]]


@pytest.mark.spec("5.12")
@pytest.mark.parametrize(
    ("texts", "use"),
    [
        (["40417", "51002", "38110", "40001"], "externalId"),
        (["1", "2", "3", "4"], "unused"),
        (["1101", "1102", "1103", "1104"], "unused"),
        (["2034", "2035", "2033", "2036"], "unused"),
        (["20150312", "20150401", "20141130", "20150115"], "unused"),
        (["5", "5", "4", "5"], "unused"),
        (["88", "91", "70", "65"], "unused"),
        (["5A", "5A", "5B", "5A"], "unused"),
        (["larkspur.i", "quince.o", "teal.b", "sosa.a"], "username"),
        (["ivy.l", "ivy.l", "ivy.l", "ivy.l"], "unused"),
        (["tiger42", "apple7", "moon88", "rain5"], "unused"),
        (["ivy@elm.example", "omar@elm.example", "bo@elm.example", "ana@elm.example"], "email"),
        (["mum@elm.example", "mum@elm.example", "dad@elm.example", "dad@elm.example"], "unused"),
        (["Student", "Student", "Teacher", "Student"], "status"),
        (["m", "f", "m", "f"], "unused"),
    ],
)
def test_a_column_is_guessed_only_if_it_can_be_that(texts: list[str], use: ColumnUse) -> None:
    assert column_uses([None] * 3, [*NAMES, texts]) == ["firstName", "lastName", use]


@pytest.mark.parametrize(
    ("heading", "texts", "use"),
    [
        ("Groups", ["Students, 5B", "Students, 5B", "Teachers, 5B", "Students, 5A"], "status"),
        ("Org Unit Path", ["/Students/5B", "/Students/5B", "/Staff", "/Students/5A"], "status"),
        ("Groups", ["5B", "Students, 5B", "Coach Dale", "5A"], "unused"),
        ("Job", ["Student council", "Student council", "Teacher's helper", "Student council"], "unused"),
    ],
)
def test_groups_may_tell_teachers_from_students(heading: str, texts: list[str], use: ColumnUse) -> None:
    assert column_uses(["First", "Last", heading], [*NAMES, texts])[2] == use


def test_the_more_certain_of_two_headings_has_the_use() -> None:
    headings = ["Student", "ID", "SIS User ID", "SIS Login ID"]
    texts = [["Larkspur, Ivy", "Quince, Omar"], ["1101", "1102"], ["0417", "0418"], ["ivy.l", "omar.q"]]
    assert column_uses(headings, texts) == ["name", "unused", "externalId", "username"]


def test_a_column_of_repeated_numbers_is_no_identifier_whatever_its_heading() -> None:
    assert column_uses(["First", "Last", "ID"], [*NAMES, ["5", "5", "5", "5"]])[2] == "unused"
    assert column_uses(["First", "Last", "ID"], [*NAMES, ["1", "2", "3", "4"]])[2] == "unused"


def test_an_empty_column_has_no_identifiers() -> None:
    texts = [*NAMES, ["", "", "", ""], ["70411", "70415", "70420", "70438"]]
    assert column_uses(["First", "Last", "integration_id", "user_id"], texts)[2:] == ["unused", "idAndUsername"]


def test_a_word_below_an_unknown_heading_is_no_whole_name() -> None:
    texts = [["F MAR", "N HAN", "F SUZ"], ["3", "1", "5"]]
    assert column_uses(["Spine", "Title"], texts)[0] == "firstName"


def test_in_upper_case_the_last_name_comes_first() -> None:
    assert column_uses([None] * 2, [["LARKSPUR", "QUINCE"], ["Ivy", "Omar"]]) == ["lastName", "firstName"]


def test_the_order_of_names_below_unknown_headings_is_not_guessed() -> None:
    assert column_uses(["Line leader", "Door holder"], NAMES) == ["firstName", "unused"]
    assert column_uses(["Ime", "Prezime"], NAMES) == ["firstName", "lastName"]


def test_a_second_list_beside_the_first_is_asked_about() -> None:
    assert column_uses(["Last", "First", "Last", "First"], [*NAMES, *NAMES]) == [
        "lastName",
        "unused",
        "unused",
        "unused",
    ]


def test_full_names_are_no_identifiers_whatever_their_heading() -> None:
    names = ["Ivy Larkspur", "Omar Quince", "Bo Teal", "Ana Sosa"]
    assert column_uses(["Identifier", "Name"], [names, names]) == ["unused", "name"]


def test_beside_a_name_without_heading_the_teacher_says_which_column_has_the_first_names() -> None:
    last, first = ["Larkspur", "de la Cruz", "Teal", "Sosa"], ["Ivy", "Omar", "Bo", "Ana"]
    assert column_uses(["Name", ""], [last, first]) == ["lastName", "unused"]
    assert column_uses(["Name", ""], [["Ivy Larkspur", "Omar Quince"], ["Ana", "Bo"]]) == ["name", "unused"]
