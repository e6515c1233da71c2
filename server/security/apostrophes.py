"""Apostrophes in usernames and passwords, which are one character: keyboards and word processors choose among many.

A Chromebook types `'`. A tablet and a word processor make it a curly one, which a Chromebook can't type.
"""

import re

STRAIGHT = "'"
_LOOKALIKES = "\u2018\u2019\u201b\u02b9\u02bb\u02bc\u02bd\u2032\u2035\u00b4\u0060\ua78c\uff07\u05f3"
_TO_STRAIGHT = str.maketrans(dict.fromkeys(_LOOKALIKES, STRAIGHT))
_OPENING = re.compile(r"(?<!\S)'")


def straighten(text: str) -> str:
    """Replace every character that looks like an apostrophe by `'`."""
    return text.translate(_TO_STRAIGHT)


def spellings(password: str) -> list[str]:
    """Return the spellings of a typed password to compare with a hash, the most likely first.

    Those of new hashes (`straighten`), of earlier ones that were made of what a word processor or tablet wrote, and of
    earlier ones made of what is typed. One only if there is no apostrophe.
    """
    straight = straighten(password)
    curly = _OPENING.sub("\u2018", straight).replace(STRAIGHT, "\u2019")
    return list(dict.fromkeys((straight, curly, password)))
