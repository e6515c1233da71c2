"""The languages of a teacher's account."""

from server.errors import DomainError
from server.texts.language import TEACHER_LANGUAGES, Language, StudentLanguage


class LanguageNotForTeachersError(DomainError):
    """Teachers' pages aren't in this language."""

    status = 422
    code = "language_not_for_teachers"
    sentence = "The teachers' pages are only in English and Spanish. Please choose one of these."
    about = ("language",)


def require_teacher_language(language: StudentLanguage) -> Language:
    """Return the language if teachers' pages are in it, else raise `LanguageNotForTeachersError`."""
    for each in TEACHER_LANGUAGES:
        if each == language:
            return each
    raise LanguageNotForTeachersError
