"""Generates the usernames and passwords that a list doesn't have."""

import re
import secrets
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import count
from unicodedata import category

from anyascii import anyascii

from server.domain.students.service import username_key

_NAME_WITHOUT_LETTERS = "student"
_MAX_NAME_LENGTH = 30


class UsernameGenerator:
    """Generates usernames that nobody in the class has, such as `amara.o`, `amara.ok` or `amara.o2`."""

    def __init__(self, taken: set[str]) -> None:
        """Exclude `taken`, the keys of the usernames in the class and in the list; generated ones are added to it."""
        self._taken = taken

    def generate(self, first_name: str, last_name: str) -> str:
        """Return a username in lower-case ASCII, of the first word of the first name and letters of the last name."""
        first_word = next(filter(None, map(_ascii_letters, first_name.split())), "")
        for username in _candidates(first_word, _ascii_letters(last_name)):
            if (key := username_key(username)) not in self._taken:
                self._taken.add(key)
                return username
        raise AssertionError  # the candidates are infinite


def _ascii_letters(name: str) -> str:
    """Return the letters of the name as a to z; a sign or an emoji, which `anyascii` would describe, has none."""
    letters = "".join(char for char in name if category(char)[0] in "LM")
    return re.sub("[^a-z]", "", anyascii(letters).lower())[:_MAX_NAME_LENGTH]


def _candidates(first: str, last: str) -> Iterator[str]:
    if first and last:
        for length in range(1, len(last) + 1):
            yield f"{first}.{last[:length]}"
        yield from (f"{first}.{last[0]}{number}" for number in count(2))
    name = first or last
    if name:
        yield name
    yield from (f"{name or _NAME_WITHOUT_LETTERS}.{number}" for number in count(2 if name else 1))


@cache
def _words() -> list[str]:
    """Return the short words for children in words.txt."""
    return files(__package__).joinpath("words.txt").read_text(encoding="ascii").split()


class PasswordGenerator:
    """Generates passwords of two words, such as `maple.otter`, each different from the earlier ones."""

    def __init__(self) -> None:
        self._made: set[str] = set()

    def generate(self) -> str:
        """Return a new password."""
        while (password := f"{secrets.choice(_words())}.{secrets.choice(_words())}") in self._made:
            pass
        self._made.add(password)
        return password
