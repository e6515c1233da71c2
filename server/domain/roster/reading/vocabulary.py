"""The words by which lists are read, from vocabulary.toml, after `fold`."""

import re
import tomllib
from importlib.resources import files
from typing import Any, Final
from unicodedata import combining, normalize

_CONTENT: Final[dict[str, Any]] = tomllib.loads(
    files(__package__).joinpath("vocabulary.toml").read_text(encoding="utf-8")
)


def fold(text: str) -> str:
    """Return the text without case, accents and signs, its words separated by single spaces; for comparisons."""
    letters = "".join(char for char in normalize("NFKD", text) if not combining(char)).casefold()
    return " ".join(re.sub(r"[\W_]+", " ", letters).split())


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
