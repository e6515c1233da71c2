"""Checks for text that looks like another one: invisible characters, direction marks, letters of two scripts.

There is no table of letters that look alike: usernames of one script in each word are accepted.
"""

import re
from unicodedata import category, name, normalize

from server.errors import DomainError

_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Zl", "Zp"})
_OTHER_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Unicode's default ignorable characters of other categories, such as variation selectors, and the blank of Braille."""
_DIRECTION_MARK = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Unicode's bidirectional control characters (UAX #9)."""
_LETTER_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lo"})
"""Letters of one script; modifier letters (Lm) are used by several."""
_EAST_ASIAN_SCRIPTS = frozenset({"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
"""Scripts that are written together in one word."""


class InvisibleUsernameError(DomainError):
    """A new username has a character that can't be seen, so it may look like a classmate's."""

    status = 422
    code = "username_invisible"
    sentence = "This username has a character that can't be seen. Please type it anew instead of pasting it."
    about = ("username",)


class MixedUsernameError(DomainError):
    """A new username has a word with letters of two scripts, so it may look like a classmate's."""

    status = 422
    code = "username_mixed"
    sentence = (
        "This username mixes letters of two alphabets in one word, such as Latin and Cyrillic, which look alike. "
        "Please type it in one alphabet."
    )
    about = ("username",)


def require_clear_username(username: str) -> None:
    """Raise `InvisibleUsernameError` or `MixedUsernameError` for a username that may look like another one."""
    if has_invisible_character(username):
        raise InvisibleUsernameError
    if mixes_scripts(username):
        raise MixedUsernameError


def has_invisible_character(text: str) -> bool:
    """Return whether the text has a control or format character, or another one without a glyph; blanks don't count."""
    return _OTHER_INVISIBLE.search(text) is not None or any(category(char) in _INVISIBLE_CATEGORIES for char in text)


def has_direction_mark(text: str) -> bool:
    """Return whether the text has a character that changes the direction of writing, such as a right-to-left mark."""
    return _DIRECTION_MARK.search(text) is not None


def mixes_scripts(text: str) -> bool:
    """Return whether a word, up to the next blank, has letters of two scripts; East Asian ones count as one."""
    return any(len(set(map(_script, filter(_is_letter, word)))) > 1 for word in normalize("NFKC", text).split())


def _is_letter(char: str) -> bool:
    return category(char) in _LETTER_CATEGORIES


def _script(letter: str) -> str:
    """Return the first word of the letter's name, which names its script: `LATIN SMALL LETTER A`."""
    script = name(letter, "").partition(" ")[0]
    return "CJK" if script in _EAST_ASIAN_SCRIPTS else script
