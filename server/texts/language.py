"""The languages of the user interface."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

LANGUAGE_NAMES: Mapping[str, str] = {
    "en": "English",
    "es": "Español",
    "ht": "Kreyòl ayisyen",
    "pt-BR": "Português (Brasil)",
    "vi": "Tiếng Việt",
    "uk": "Українська",
    "ar": "العربية",
    "zh-Hans": "简体中文",
}
"""Each language and its own name, in the order of menus. Codes as in `<html lang>`; the texts are in ui/src/locales."""

Language = Literal["en", "es"]
"""A language of all pages. Those of `LANGUAGE_NAMES` that aren't here are students' only."""

TEACHER_LANGUAGES: tuple[Language, ...] = get_args(Language)
STUDENT_LANGUAGES = tuple(LANGUAGE_NAMES)

if TYPE_CHECKING:
    StudentLanguage: TypeAlias = str
else:
    StudentLanguage = Literal[STUDENT_LANGUAGES]
"""A language of students' pages."""
