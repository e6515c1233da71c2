"""Reads cells as they are meant: without what protects numbers from spreadsheets, and without errors of formulas."""

import html
import re
from sys import intern
from typing import Final
from unicodedata import normalize

_PROTECTED: Final = re.compile(r'="(.*)"|\'([\d=+@-].*)', re.DOTALL)
"""A number as `="00417"` or `'00417`."""
_ERROR: Final = re.compile(
    r"#(?:N/A|REF!|VALUE!|NAME\?|DIV/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|UNKNOWN!|#+|GETTING_DATA)"
)
"""What a spreadsheet shows instead of the result of a formula, or of a number in a narrow column."""
_PLAIN: Final = {ord(char): normalize("NFKC", char) for char in "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06"} | {
    ord(hyphen): "-" for hyphen in "\u2010\u2011"
}
"""Ligatures and hyphens of texts that were copied from a document."""
_ENTITY: Final = re.compile(r"&(?:#\d+|#x[\da-f]+|[a-z]+\d*);", re.IGNORECASE)
_INVISIBLE: Final = re.compile(
    "[\u200b\u2060\ufeff\u00ad]|^[\\s\u200c-\u200f\u202a-\u202e\u2066-\u2069]+|[\\s\u200c-\u200f\u202a-\u202e\u2066-\u2069]+$"
)
"""Blanks around a text, and characters without width that aren't part of any writing."""


def clean_cell(text: str) -> str:
    """Return the text of a cell, stripped."""
    if text.isascii() and (text.isalnum() or not text):
        return intern(text)  # most cells of a large export; many are the same
    cleaned = _INVISIBLE.sub("", normalize("NFC", text)).translate(_PLAIN)
    if cleaned.startswith("\u201c") and cleaned.endswith("\u201d"):
        cleaned = cleaned[1:-1].strip()
    if match := _PROTECTED.fullmatch(cleaned):
        cleaned = (match[1] if match[1] is not None else match[2]).replace('""', '"').strip()
    if _ERROR.fullmatch(cleaned):
        return ""
    return html.unescape(cleaned) if _ENTITY.search(cleaned) else cleaned
