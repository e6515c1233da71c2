"""Portable file names from user input."""

from unicodedata import category, normalize

MAX_LENGTH = 60
"""Maximum characters of a path component; three of them stay below Windows' path limit of 260."""
_FORBIDDEN = frozenset('<>:"/\\|?*')
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"com{digit}" for digit in range(10)), *(f"lpt{digit}" for digit in range(10))}
)
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Zero-width joiners, kept for Persian names and emoji; other format characters, e.g. for direction, are removed."""


def safe_name(text: str) -> str:
    """Return the text as a file name without suffix; `unnamed` if nothing is left of it."""
    cleaned = "".join(_safe_char(char) for char in normalize("NFC", text))
    # Windows drops trailing blanks and dots; elsewhere a leading dot hides the file.
    name = " ".join(cleaned.split()).lstrip(". ")[:MAX_LENGTH].rstrip(". ")
    if name.split(".")[0].rstrip().casefold() in _RESERVED:
        name = f"_{name}"
    return name or "unnamed"


def _safe_char(char: str) -> str:
    if char in _FORBIDDEN:
        return "-"
    return char if category(char) not in _INVISIBLE_CATEGORIES or char in _JOINERS else " "


class UniqueNames:
    """Unique file names of one folder, compared without case."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def make_unique(self, text: str, ending: str = "") -> str:
        """Return a file name from `text` that the folder doesn't have yet, numbered if necessary."""
        wanted = safe_name(text)
        name, number = wanted, 1
        while (key := _comparison_key(name + ending)) in self._taken:
            number = self._taken[_comparison_key(wanted + ending)] = self._taken[_comparison_key(wanted + ending)] + 1
            name = f"{wanted} ({number})"
        self._taken[key] = 1
        return name + ending


def _comparison_key(name: str) -> str:
    return normalize("NFKC", name).casefold()
