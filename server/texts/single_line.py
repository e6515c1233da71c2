"""Texts of users on one line, for places where a line break or an invisible character would mislead."""

from unicodedata import category

_JOINERS = frozenset("\u200c\u200d")
"""In Persian names and emoji; other format characters, such as those for direction, can make a name read as another."""


def single_line(text: str) -> str:
    """Join lines and blanks by single spaces, and remove control and format characters other than joiners."""
    visible = (char for char in text if char.isspace() or char in _JOINERS or category(char) not in {"Cc", "Cf"})
    return " ".join("".join(visible).split())
