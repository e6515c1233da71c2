"""Cleans and splits whole names."""

import re
from typing import Final, NamedTuple
from unicodedata import category

from server.domain.roster.reading.table import Reason
from server.domain.roster.reading.vocabulary import fold, word_set

_PARTICLES: Final = word_set("names", "particles")
"""Words with which a last name begins."""
_ONE_LAST_NAME_FIRST: Final = word_set("names", "one_last_name_first")
_LAST_NAME_FIRST: Final = word_set("names", "last_name_first")
_SUFFIX: Final = re.compile(r"(?:jr|sr|jnr|snr|i{2,3}|iv|2nd|3rd|4th)\.?", re.IGNORECASE)
_MARKS: Final = re.compile(
    r"""(?: [\s\u00a0\u200b-\u200f\u2060\ufeff]                # blanks, also invisible ones
          | [^\w\s"'\u2018\u2019\u201c\u02bb\u02bc.,(\[<=&#\u00a1-\u00bf-]          # bullets, check boxes, emoji
          | \[[ xX\u2713]?\] | [*+>#-]+(?=[\s#]|\w) | [a-zA-Z]\)\s   # "[x]", "- ", "#", "a) "
          | \d\ufe0f?\u20e3 | \(\d+\) | \#?\d+\s*[.):] | \d+\s*[-\u2013]\s | \d+\s+(?=\D)   # "(5)", "6.", "6- ", "6 "
        )+""",
    re.VERBOSE,
)
"""What stands before names in lists that were written by hand or copied from documents."""
_MARKS_AFTER: Final = re.compile(r"[^\w.,:)\]'\"\u2019\u201d?\ufffd\u0300-\u036f\u064b-\u109f\u1780-\u17ff]+$")
_ADDRESS: Final = re.compile(r"[<(\[]?\s*(?:mailto:)?[^\s@<>()\[\]]+@[^\s@<>()\[\]]+\.\w+\s*[>)\]]?[;,]?")
_NOTE: Final = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]|\s+[-\u2013/]\s+(.+)$")
_NICKNAME: Final = re.compile(
    r"""(?:^|(?<=\s))(?:"[^"]+"|'[^']+'|\u201c[^\u201d]+\u201d|\u2018[^\u2019]+\u2019)(?=[\s,]|$)"""
)
"""A nickname in quotation marks, as in Robert "Bo" Teal."""
_PRONOUNS: Final = re.compile(
    r"(?:she|he|they|her|him|them|ella|el|elle|ze|any)(?:\s*[/,]\s*\w+)*|any pronouns", re.IGNORECASE
)
_NO_NAME: Final = re.compile(
    r"[\d@=<>{}|\\/_%$:;&!]|https?|\band\b|\be\.g\.|^\(.*\)$|[a-z]{3}\.$|^(?:mr|mrs|ms|mx|dr|prof|sr|sra|mme|frau|herr)\b\.?",
    re.IGNORECASE,
)
_INITIALS: Final = 2
_JOINTS: Final = re.compile("['\u2019-]")
"""Signs within a name, as in D'ORNANO."""
_FULL_NAME: Final = 2
_SYMBOLS: Final = "'\u2019\u2018\u02bb\u02bc.,- "


class SplitName(NamedTuple):
    """First and last name, of which one may be empty, and remarks about the split."""

    first: str
    last: str
    reasons: list[Reason]


def is_name_like(text: str) -> bool:
    """Whether a text consists of letters, and begins with none in lower case."""
    name = clean_name(text)
    return (
        bool(name)
        and not name[0].islower()
        and any(map(str.isalpha, name))
        and all(category(char)[0] in "LM" or char in _SYMBOLS for char in _NOTE.sub("", name))
    )


def has_several_words(text: str) -> bool:
    """Whether a text can be a whole name: two words, or a last and a first name with a comma."""
    first, *others = re.findall(r"[^\s,]+", clean_name(text)) or [""]
    return bool(others) and len(first) > 1


def clean_name(text: str) -> str:
    """Return the name with single spaces and without marks, numbers and addresses around it."""
    name = _ADDRESS.sub(" ", text)
    if match := _MARKS.match(name):
        name = name[match.end() :]
    name = " ".join(_MARKS_AFTER.sub("", name).split())
    return name if '"' in name.strip('"') else name.strip('"')


def split_name(text: str, heading: str = "") -> SplitName:
    """Split "Last, First", or "First Last" at the last space or before a particle such as "de la".

    Some headings, given as `core_words`, say that the last name comes first.
    """
    name, reasons = clean_name(text), []
    if len(_ADDRESS.findall(text)) > 1:
        reasons.append(Reason("not_a_name"))
    notes = [note for note in map("".join, _NOTE.findall(name)) if note and not _PRONOUNS.fullmatch(note)]
    reasons += [Reason("name_note", {"note": note}) for note in notes]
    name = " ".join(_NICKNAME.sub(" ", _NOTE.sub(" ", name)).split()).replace(" ,", ",")
    last, comma, first = (part.strip() for part in name.partition(","))
    if comma and _SUFFIX.fullmatch(first.partition(",")[0].strip()):
        suffix, _, first = (part.strip() for part in first.partition(","))
        if first:
            return SplitName(first, f"{last}, {suffix}", reasons)
        split = split_name(last)
        return SplitName(split.first, f"{split.last}, {suffix}", reasons + split.reasons)
    if comma:
        first, _, suffix = (part.strip() for part in first.partition(","))
        return SplitName(first, f"{last}, {suffix}" if suffix else last, reasons)
    words = name.split()
    if heading in _ONE_LAST_NAME_FIRST | _LAST_NAME_FIRST and len(words) > 1 and not any(map(str.isupper, words)):
        if heading in _LAST_NAME_FIRST and len(words) > 2:  # noqa: PLR2004 - a last and a first name
            reasons.append(Reason("not_a_name"))
        return SplitName(" ".join(words[1:]), words[0], reasons)
    return _split_words(words, reasons)


def _split_words(words: list[str], reasons: list[Reason]) -> SplitName:
    suffix = words[-1:] if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else []  # noqa: PLR2004 - two names before it
    words = words[: len(words) - len(suffix)]
    upper = [word.isupper() and _JOINTS.sub("", word).isalpha() and len(word) > 1 for word in words]
    are_capitals = any(is_upper and len(word) > _INITIALS for is_upper, word in zip(upper, words, strict=True))
    if are_capitals and not all(upper):  # as in France: "DE LA TOUR Jean-Luc"
        last = [word for word, is_upper in zip(words, upper, strict=True) if is_upper]
        first = [word for word, is_upper in zip(words, upper, strict=True) if not is_upper]
        return SplitName(" ".join(first), " ".join(last + suffix), reasons)
    particles = [each for each, word in enumerate(words[:-1]) if each and word.casefold() in _PARTICLES]
    if particles:
        split = particles[0]
    elif len(words) > 2:  # noqa: PLR2004 - a first and a last name
        split = max(len(words) // 2, len(words) - 2) if len(words) > 3 else 2  # noqa: PLR2004 - two surnames
        other: dict[str, str | int] = {"firstName": words[0], "lastName": " ".join(words[1:] + suffix)}
        reasons.append(Reason("name_split", other))
    else:
        split = 1
    return SplitName(" ".join(words[:split]), " ".join(words[split:] + suffix), reasons)


def is_doubtful(name: str) -> bool:
    """Whether a name has digits other than an ordinal, signs, or no letters."""
    rest = re.sub(r"\b\d+(?:st|nd|rd|th)\b", "", name)
    return bool(name) and (
        not any(map(str.isalpha, name)) or _NO_NAME.search(rest) is not None or _SUFFIX.fullmatch(name) is not None
    )


def is_sentence(name: str) -> bool:
    """Whether a text has words in lower case that aren't particles, as a remark has."""
    words = name.split()
    lower = [word for word in words if word.islower() and word not in _PARTICLES]
    return len(words) > _FULL_NAME <= len(lower)


def name_key(first_name: str, last_name: str) -> str:
    """Return the full name for comparisons."""
    return fold(f"{first_name} {last_name}")
