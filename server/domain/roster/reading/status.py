"""Recognizes rows that aren't students: roles and statuses, footers, sums, and test students."""

import re
from typing import Final

from server.domain.roster.reading.vocabulary import fold, word_set

_STUDENT: Final = word_set("statuses", "student")
_STUDENT_ROLES: Final = word_set("words", "student") & _STUDENT
_OTHERS: Final = word_set("statuses", "other_people")
_GONE: Final = word_set("statuses", "gone")
_NO: Final = word_set("statuses", "no")
_YES: Final = word_set("statuses", "yes")
_GONE_HEADINGS: Final = frozenset({"deleted", "suspended", "disabled", "inactive", "withdrawn", "archived"})
_TEST: Final = word_set("rows", "test")
_ACCOUNTS: Final = word_set("rows", "accounts")
_AROUND: Final = word_set("rows", "around")
_LABELS: Final = _AROUND | word_set("words", "unused") | word_set("words", "other_people") | word_set("rows", "labels")
_FOOTER: Final = re.compile(
    r"""(?:sub\s?|grand\s)?totals?\b.*
      | (?:count|number\sof|numero\sde|nombre\sd|effectif|anzahl|summe|gesamt
          |(?:class\s)?average|mean|moyenne|promedio|media)\b.*\d.*
      | (?:total|count|number|num|no)\s(?:of\s)?(?:students|pupils|enrol\w+|records|alumnos|estudiantes|eleves).*
      | (?:printed|generated|exported|created|report\s(?:date|generated|run)|run\sdate|print\sdate|date\sprinted|as\sof
          |last\supdated|updated|downloaded|imprimido|impreso|generado|fecha\sde\simpresion|imprime|edite|gedruckt
          |erstellt|stand)\b.*\d.*
      | (?:printed|generated|exported|created|report\sgenerated)(?:\s(?:on|by|at))?
      | (?:page|p|pagina|seite)\s\d+(?:\s(?:of|de|sur|von))?(?:\s\d+)?
      | end\sof\s(?:report|list|file).*|fin\sde\s(?:la\s)?(?:lista|liste|informe).*|ende\sder\sliste
      | confidential.*|this\sreport\s.*|for\soffice\suse\sonly|copyright\s\d.*|.*all\srights\sreserved
      | (?:teacher\s|parent\s|principal\s)?(?:signature|firma|unterschrift)\b.*
      | \d+\s(?:students?|teachers?|pupils?|records?|rows?|alumn[oa]s|estudiantes|eleves|schuler\w*)
      | (?:students?|pupils?|alumnos|eleves|schuler\w*)\s\d+
    """,
    re.VERBOSE,
)
"""Texts of lines below a list, after `fold`."""


def is_role_of_students(text: str) -> bool:
    """Whether a text says that somebody is a student."""
    return not _STUDENT_ROLES.isdisjoint(fold(text).split())


def is_status(text: str) -> bool:
    """Whether a text is a role or status, such as "Student" or "Suspended"."""
    words = fold(text).split()
    return bool(words) and all(word in _STUDENT | _OTHERS | _GONE for word in words) and not text.isdigit()


def names_role(text: str) -> bool:
    """Whether a text names a role or status among other words, such as "Teachers, 5B"."""
    return not (_STUDENT | _OTHERS | _GONE).isdisjoint(fold(text).split())


def is_known_status(text: str) -> bool:
    """Whether a text in a column of roles or statuses has a known one."""
    return names_role(text) or fold(text) in _YES | _NO


def excludes(text: str, heading: str) -> bool:
    """Whether a role or status, in a column with the folded heading, is of nobody who should be imported."""
    folded = fold(text)
    words = set(folded.split())
    if heading in _GONE_HEADINGS:
        return folded in _YES or bool(words & _GONE)
    return folded in _NO or bool(words & _GONE) or (bool(words & _OTHERS) and not words & _STUDENT_ROLES)


def is_test_student(first_name: str, last_name: str) -> bool:
    """Whether a name is that of a learning platform's test student."""
    words = set(fold(f"{first_name} {last_name}").split())
    return words <= _TEST | _ACCOUNTS and bool(words & _TEST) and bool(words & _ACCOUNTS) and len(words) > 1


def is_footer(text: str) -> bool:
    """Whether a text is a heading, a sum, or a line below a list."""
    folded = fold(text)
    label, colon, value = text.partition(":")
    if colon and not any(map(str.isalpha, value)) and not _LABELS.isdisjoint(fold(label).split()):
        return True
    return folded in _AROUND or _FOOTER.fullmatch(folded) is not None or (bool(text) and not re.search(r"\w", text))


def are_initials(text: str, name: str) -> bool:
    """Whether a text has the initials of a name, as the picture beside it in a list that was copied from a web page."""
    return text.isupper() and text == "".join(word[0] for word in name.split() if word[0].isupper())
