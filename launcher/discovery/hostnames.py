"""Generates the mDNS host name: a single label before `.local`, since some systems don't resolve more."""

import re
import unicodedata

PRODUCT = "goalbucks"
MAX_SURNAME_LENGTH = 40
"""A DNS label has at most 63 bytes, which also include the product's name and a number."""

# Titles that may follow or replace a surname; only the last word of a name is used.
_TITLES = frozenset(
    {
        *("mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "sir", "madam", "coach", "jr", "ii", "iii", "iv"),
        *("phd", "md", "med", "mba", "m", "mme", "mlle", "herr", "frau", "sra", "srta", "senor", "senora", "maestra"),
    }
)
# Letters that NFKD doesn't decompose into an ASCII letter and an accent.
_TRANSLITERATION = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})


def base_name(teacher: str | None, *, school: bool) -> str:
    """Return the preferred label, such as goalbucks-rivera."""
    if school:
        return f"{PRODUCT}-school"
    return f"{PRODUCT}-{_surname(teacher or '') or 'class'}"


def numbered_label(base_name: str, number: int) -> str:
    """Append a number that makes the label unique; number 1 isn't appended."""
    return base_name if number == 1 else f"{base_name}-{number}"


def _surname(name: str) -> str:
    """Return the last word that isn't a title as an ASCII slug, or ""; handles "Rivera, Elena"."""
    parts = [words for part in name.split(",") if (words := _slugs(part))]
    return parts[0][-1][:MAX_SURNAME_LENGTH].strip("-") if parts else ""


def _slugs(text: str) -> list[str]:
    slugs = [_slug(word) for word in text.split()]
    return [slug for slug in slugs if slug and slug.replace("-", "") not in _TITLES]


def _slug(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.casefold().translate(_TRANSLITERATION))
    ascii_word = re.sub(r"['.\u2019`]", "", decomposed).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_word).strip("-")
