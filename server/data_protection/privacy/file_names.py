"""Names for files that every system takes, made of what people typed."""

from unicodedata import category, normalize

LONGEST = 60
"""Characters of one part: with a folder's and a student's it stays below Windows' 260."""
_FORBIDDEN = frozenset('<>:"/\\|?*')
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"com{digit}" for digit in range(10)), *(f"lpt{digit}" for digit in range(10))}
)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
"""Of Persian names and of emoji; a mark that turns the direction may make a name read as another one."""


def safe_name(text: str) -> str:
    """The text as a file's name, without its ending."""
    kept = "".join(_safe(char) for char in normalize("NFC", text))
    # Windows drops a name's last blanks and full stops, and a first full stop hides the file elsewhere.
    name = " ".join(kept.split()).lstrip(". ")[:LONGEST].rstrip(". ")
    if name.split(".")[0].rstrip().casefold() in _RESERVED:
        name = f"_{name}"
    return name or "unnamed"


def _safe(char: str) -> str:
    if char in _FORBIDDEN:
        return "-"
    return char if category(char) not in _UNSEEN or char in _JOINERS else " "


class Names:
    """The names of one folder, each once, as systems compare them that take no notice of case."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}

    def new(self, text: str, ending: str = "") -> str:
        """A name like `text` that nothing in the folder has yet."""
        wanted = safe_name(text)
        name, number = wanted, 1
        while (key := _compared(name + ending)) in self._taken:
            number = self._taken[_compared(wanted + ending)] = self._taken[_compared(wanted + ending)] + 1
            name = f"{wanted} ({number})"
        self._taken[key] = 1
        return name + ending


def _compared(name: str) -> str:
    return normalize("NFKC", name).casefold()
