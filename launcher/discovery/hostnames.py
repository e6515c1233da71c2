"""The host name that a class computer goes by: one label before `.local`, since some systems resolve no more."""

import re
import unicodedata

PRODUCT = "goalbucks"
LONGEST_SURNAME = 40
"""A label has 63 bytes; the product's name and a number come with it."""

# After or instead of a surname; before it they don't matter.
_TITLES = frozenset(
    {
        *("mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "sir", "madam", "coach", "jr", "ii", "iii", "iv"),
        *("phd", "md", "med", "mba", "m", "mme", "mlle", "herr", "frau", "sra", "srta", "senor", "senora", "maestra"),
    }
)
# Letters that don't fall apart into one of ASCII and an accent.
_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})


def stem(teacher: str | None, *, school: bool) -> str:
    """Such as goalbucks-rivera: the name as long as no other computer has it."""
    if school:
        return f"{PRODUCT}-school"
    return f"{PRODUCT}-{_surname(teacher or '') or 'class'}"


def label(stem: str, number: int) -> str:
    """The `number`th computer's name; the first has no number."""
    return stem if number == 1 else f"{stem}-{number}"


def _surname(name: str) -> str:
    """The last word that ASCII can write, titles aside; "Rivera, Elena" is turned around."""
    parts = [words for part in name.split(",") if (words := _words(part))]
    return parts[0][-1][:LONGEST_SURNAME].strip("-") if parts else ""


def _words(text: str) -> list[str]:
    slugs = [_slug(word) for word in text.split()]
    return [slug for slug in slugs if slug and slug.replace("-", "") not in _TITLES]


def _slug(word: str) -> str:
    lower = unicodedata.normalize("NFKD", word.casefold().translate(_LETTERS))
    plain = re.sub(r"['.\u2019`]", "", lower).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
