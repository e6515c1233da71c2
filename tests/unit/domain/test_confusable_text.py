"""Text that looks like another one."""

import pytest

from server.domain.students import service as students
from server.domain.students.confusable_text import (
    InvisibleUsernameError,
    MixedUsernameError,
    has_direction_mark,
    require_clear_username,
)
from server.domain.students.service import StudentFields
from tests.unit.row_builder import RowBuilder

HIDDEN = {
    "zero width space": "am\u200bara",
    "zero width joiner": "amara\u200d",
    "soft hyphen": "ama\u00adra",
    "byte order mark": "\ufeffamara",
    "right-to-left mark": "amara\u200f",
    "combining grapheme joiner": "am\u034fara",
    "Hangul filler": "amara\u3164",
    "variation selector": "amara\ufe0f",
    "supplementary variation selector": "amara\U000e0101",
    "tag": "amara\U000e0061",
    "blank Braille pattern": "amara\u2800",
}
CYRILLIC_O, GREEK_OMICRON = "\u043e", "\u03bf"


@pytest.mark.spec("5.2")
@pytest.mark.parametrize("username", HIDDEN.values(), ids=HIDDEN)
def test_a_username_with_an_invisible_character_is_refused(username: str) -> None:
    with pytest.raises(InvisibleUsernameError):
        require_clear_username(username)


@pytest.mark.spec("5.2")
@pytest.mark.parametrize(
    "username",
    [f"amara.{CYRILLIC_O}", f"am{GREEK_OMICRON}s", "\u0438\u0432\u0430\u043do\u0432", "amara \u0430mara", "nourنور"],
)
def test_a_username_with_letters_of_two_scripts_in_one_word_is_refused(username: str) -> None:
    with pytest.raises(MixedUsernameError):
        require_clear_username(username)


@pytest.mark.spec("5.2")
@pytest.mark.parametrize(
    "username",
    [
        "amara.o2",
        "o'brien",
        "O\u2019Brien-Pe\u00f1a",
        "Straße",
        "İstanbul",
        "\uff41mara",
        "amara\u00a0o",
        "Ana Иванова",
        "иванов.и",
        "נור",
        "نور الهدى",
        "नूर",
        "นูร์",
        "山田ひろみ",
        "スーパー々田",
        "홍길동",
        "Kamaka\u02bbeha",
        "cafe\u0301",
        "🦊fox7",
        "1234",
    ],
)
def test_a_username_in_one_script_is_accepted(username: str) -> None:
    require_clear_username(username)


def test_only_new_usernames_are_checked(rows: RowBuilder) -> None:
    hidden, mixed = "amara\u200b", f"amara.{CYRILLIC_O}"
    for username, error in ((hidden, InvisibleUsernameError), (mixed, MixedUsernameError)):
        with pytest.raises(error):
            rows.add_student(username=username)
        with pytest.raises(error):
            students.edit(rows.db, rows.as_teacher, rows.student.id, StudentFields("Amara", "O", username, None))
        rows.student.username, rows.student.username_key = username, students.username_key(username)
        rows.db.flush()
        edited = StudentFields("Amara", "Okafor-Ruiz", username, None)
        assert students.edit(rows.db, rows.as_teacher, rows.student.id, edited).last_name == "Okafor-Ruiz"
        rows.student.username = "amara"


@pytest.mark.parametrize("mark", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_direction_marks_are_found(mark: str) -> None:
    assert has_direction_mark(f"Ama{mark}ra")


@pytest.mark.parametrize("text", ["Amara Okafor", "نور الهدى", "a\u200bb", ""])
def test_text_without_a_direction_mark_has_none(text: str) -> None:
    assert not has_direction_mark(text)
