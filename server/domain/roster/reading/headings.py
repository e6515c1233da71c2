"""What the heading of a column means, by the words in it."""

import re
from functools import cache
from typing import Final

from server.domain.roster.reading.table import ColumnUse
from server.domain.roster.reading.vocabulary import fold, heading_phrases, headings, split_words, word_set

Meaning = tuple[ColumnUse, float]
"""A use of a column, and the confidence in it, 0 to 1."""

_MEANINGS: Final[dict[str, list[Meaning]]] = {}
for _group in headings():
    for _words in split_words(_group["words"]):
        _MEANINGS.setdefault(_words, []).append((_group["use"], _group["confidence"]))
_PHRASES: Final = heading_phrases()
_PHRASE_CONFIDENCE: Final = 0.75
_STUDENT_CONFIDENCE: Final = 0.9
_UNUSED_WORDS: Final = word_set("words", "unused")
_OTHER_PEOPLE: Final = word_set("words", "other_people")
_GROUPS: Final = word_set("words", "groups")
_STUDENT_WORDS: Final = word_set("words", "student")
_ALL_WORDS: Final = (
    _UNUSED_WORDS | _OTHER_PEOPLE | _STUDENT_WORDS | {"in", "reg", "first", "last", "name", "names", "email", "id"}
)
_NUMBERS: Final = word_set("words", "numbers")
_IDENTIFIER_WORDS: Final = _NUMBERS | word_set("words", "identified") | word_set("words", "student")
_MAX_WORDS: Final = 8
_BRACKETS: Final = re.compile(r"\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|<[^>]*>")
_CAMEL_CASE: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def heading_words(heading: str) -> str:
    """Return the words of a heading, such as "student last name" for "student.lastName", "Student's Last Name [1]"."""
    bare = _BRACKETS.sub(" ", heading).replace("#", " number ")
    words = fold(_CAMEL_CASE.sub(" ", bare if bare.strip() else heading))
    return " ".join(word for word in words.split() if word != "s") or words


def core_words(heading: str) -> str:
    """Return the words of a heading without those for "student" or "legal"."""
    return " ".join(word for word in heading_words(heading).split() if word not in _STUDENT_WORDS)


@cache
def meanings(heading: str) -> tuple[Meaning, ...]:
    """Return what the heading may mean, with the confidence; empty for a heading of a column that isn't used."""
    words = heading_words(heading)
    core = core_words(heading)
    for text in (words, fold(heading), core):
        if text in _MEANINGS:
            return tuple(_MEANINGS[text])
    parts = words.split()
    if not parts or len(parts) > _MAX_WORDS:
        return ()
    first, _, translation = heading.partition("/")
    if translation and (found := meanings(first)) and meanings(translation):
        return found
    if not core and len(parts) > 1:
        return (("name", _STUDENT_CONFIDENCE),)
    uses = [use for phrase, use in _PHRASES if f" {phrase} " in f" {words} "]
    if not _NUMBERS.isdisjoint(parts) and _IDENTIFIER_WORDS.issuperset(parts) and not _NUMBERS.issuperset(parts):
        uses.append("externalId")
    if not uses or _OTHER_PEOPLE.intersection(parts):
        return ()
    return ((uses[0], _PHRASE_CONFIDENCE),)  # type: ignore[return-value]


def is_heading_of_groups(heading: str) -> bool:
    """Whether a column has the groups of users, such as "Org Unit Path" with "/Staff"."""
    return not _GROUPS.isdisjoint(heading_words(heading).split())


@cache
def is_heading(text: str) -> bool:
    """Whether the text is a known heading, also of a column that isn't used."""
    if meanings(text):
        return True
    words = [word for word in heading_words(text).split() if not word.isdigit()]
    return not _UNUSED_WORDS.isdisjoint(words) and _ALL_WORDS.issuperset(words)
