"""Splits whole names, and recognizes lines around the students of a list."""

import re
from typing import NamedTuple

from server.domain.roster.reading.columns import fold
from server.domain.roster.reading.table import Reason

_PARTICLE_WORDS = (
    "al ap ben bin bint da das de del della den der di do dos du el ibn la las le los san ter van von y zu"
)
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
"""Words with which a last name begins."""
_NUMBERING = re.compile(r"\d+\s*[.)]\s*")
_NOTE = re.compile(r"\s*\(([^()]*)\)\s*$")
_COUNT = re.compile(r"\d+ (students?|teachers?|pupils?|alumnos|estudiantes|eleves|schuler\w*)")
_NO_STUDENT_WORDS = (
    "students,teachers,classmates,date,due date,points,points possible,max points,out of,average,class average,mean,"
    "total,totals,sum,alumnos,estudiantes,profesores,fecha,puntos,promedio,promedio de la clase,eleves,professeurs,"
    "enseignants,moyenne,moyenne de la classe,schuler,lehrer,lehrkrafte,datum,punkte,durchschnitt,summe"
)
_NO_STUDENTS = frozenset(_NO_STUDENT_WORDS.split(","))
"""Headings of a class page, and first cells of a gradebook's rows of dates and sums."""


class SplitName(NamedTuple):
    """First and last name, of which one may be empty, and remarks about the split."""

    first: str
    last: str
    reasons: list[Reason]


def clean_name(text: str) -> str:
    """Return the name with single spaces; a spreadsheet's cell may have several lines."""
    return " ".join(text.split())


def split_name(text: str) -> SplitName:
    """Split "Last, First", or "First Last" at the last space or before a particle such as "de la"."""
    name = _NUMBERING.sub("", clean_name(text), count=1) if _NUMBERING.match(text) else clean_name(text)
    reasons = []
    if note := _NOTE.search(name):
        name = name[: note.start()]
        reasons.append(Reason("name_note", {"note": note[1]}))
    if "," in name:
        last, _, first = name.partition(",")
        return SplitName(first.strip(), last.strip(), reasons)
    words = name.split()
    particles = [each for each, word in enumerate(words[:-1]) if each and word.casefold() in _PARTICLES]
    if particles:
        split = particles[0]
    elif len(words) > 2:  # noqa: PLR2004 - a first and a last name
        split = len(words) - 1
        other: dict[str, str | int] = {"firstName": words[0], "lastName": " ".join(words[1:])}
        reasons.append(Reason("name_split", other))
    else:
        split = 1
    return SplitName(" ".join(words[:split]), " ".join(words[split:]), reasons)


def is_non_student_row(text: str, next_text: str) -> bool:
    """Return whether the only text of a row isn't a name, but a heading, a number of students, a sum, or initials.

    Initials are the text of an avatar in a list that was copied from a web page. They are recognized by the name in the
    next row, `next_text`.
    """
    folded = fold(text)
    if folded in _NO_STUDENTS or _COUNT.fullmatch(folded):
        return True
    return text.isupper() and text == "".join(word[0] for word in next_text.split() if word[0].isupper())
