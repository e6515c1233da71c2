"""The words by which lists are read, from vocabulary.toml, after `fold`."""

import re
import tomllib
from importlib.resources import files
from typing import Any, Final
from unicodedata import combining, normalize

_CONTENT: Final[dict[str, Any]] = tomllib.loads(
    files(__package__).joinpath("vocabulary.toml").read_text(encoding="utf-8")
)


_NO_LETTERS: Final = re.compile(r"(?:(?![\u0900-\u109f\u1780-\u17ff])[\W_])+")
"""Signs and blanks; in the scripts of these ranges, of India and its neighbours, vowels are marks."""
_VIRAMA: Final = 9
"""The combining class of a sign of these scripts; accents and points have higher ones."""


def fold(text: str) -> str:
    """Return the text without case, accents and signs, its words separated by single spaces; for comparisons."""
    letters = "".join(char for char in normalize("NFKD", text) if combining(char) <= _VIRAMA).casefold()
    return " ".join(_NO_LETTERS.sub(" ", letters.replace("\u0131", "i")).split())


def split_words(text: str) -> list[str]:
    """Return the words or phrases of an entry, which commas separate."""
    return [fold(each) for each in text.split(",")]


def word_set(table: str, entry: str) -> frozenset[str]:
    """Return the words or phrases of an entry of a table."""
    return frozenset(split_words(_CONTENT[table][entry]))


def headings() -> list[dict[str, Any]]:
    """Return the groups of headings, each with `use`, `confidence` and `words`."""
    return list(_CONTENT["headings"])


def heading_phrases() -> list[tuple[str, str]]:
    """Return the parts of headings with their use, those of several words first."""
    found = [(phrase, use) for use, entry in _CONTENT["phrases"].items() for phrase in split_words(entry)]
    return sorted(found, key=lambda each: -len(each[0].split()))
