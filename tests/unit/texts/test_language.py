"""The list of languages, from which the UI's is made."""

import json

from server.languages import as_json
from server.texts.language import LANGUAGE_NAMES, STUDENT_LANGUAGES, TEACHER_LANGUAGES
from tests.factories.paths import ROOT

LOCALES = ROOT / "ui" / "src" / "locales"
CODE_LENGTH = 8
"""Of the columns."""


def test_teachers_have_some_of_the_languages_which_come_first() -> None:
    assert STUDENT_LANGUAGES[: len(TEACHER_LANGUAGES)] == TEACHER_LANGUAGES


def test_each_language_has_a_name_and_its_code_fits_into_its_column() -> None:
    assert all(LANGUAGE_NAMES.values())
    assert max(map(len, LANGUAGE_NAMES)) <= CODE_LENGTH


def test_each_language_has_a_folder_of_texts_without_those_of_teachers() -> None:
    assert {folder.name for folder in LOCALES.iterdir() if folder.is_dir()} == set(LANGUAGE_NAMES)
    for language in set(STUDENT_LANGUAGES) - set(TEACHER_LANGUAGES):
        names = {file.name for file in (LOCALES / language).iterdir()}
        assert "student.po" in names
        assert not [name for name in names if "teacher" in name]


def test_a_language_is_written_from_right_to_left_if_its_name_is() -> None:
    names = {"en": "English", "ar": LANGUAGE_NAMES["ar"], "he": "\u05e2\u05d1\u05e8\u05d9\u05ea"}
    assert json.loads(as_json(names))["rightToLeft"] == {code: names[code] for code in ("ar", "he")}
