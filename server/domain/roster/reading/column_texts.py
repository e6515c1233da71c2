"""What a column without a known heading can be, by its texts. Passwords are never recognized."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from server.domain.roster.reading.headings import Meaning, is_heading_of_groups
from server.domain.roster.reading.names import has_several_words, is_name_like
from server.domain.roster.reading.status import is_role_of_students, is_status, names_role
from server.domain.roster.reading.vocabulary import fold

_MIN_SHARE: Final = 0.6
"""Share of the texts of a column that must look alike."""
_NEARLY_ALL: Final = 0.9
_HALF: Final = 0.5
_FEW: Final = 2
_IDENTIFIER_LENGTHS: Final = range(4, 9)
"""Shorter numbers may be of lockers, longer ones of telephones."""
_MAX_FIRST_NUMBER: Final = 100
_YEARS: Final = range(1900, 2101)
_DATE_LENGTH: Final = 8
_SHARED_LETTERS: Final = 3
_CONFIDENCE: Final = 0.5


def meanings_of_texts(texts: Sequence[str], names: Sequence[str]) -> list[Meaning]:
    """Return what a column beside the names of its rows may be, with the confidence."""
    filled = [text for text in texts if text]
    if not filled:
        return []
    if _are_emails(filled):
        return [("email", _CONFIDENCE)]
    if _are_usernames(texts, names):
        return [("username", _CONFIDENCE)]
    return [("externalId", _CONFIDENCE)] if _are_identifiers(filled, len(names)) else []


def are_names(texts: Sequence[str]) -> bool:
    """Whether the texts are names: mostly letters, more than one, in most rows, and not a few repeated words."""
    filled = [text for text in texts if text]
    if not filled or sum(map(is_name_like, filled)) < _MIN_SHARE * len(filled):
        return False
    if all(map(is_status, filled)) or all(len(text) == 1 and text.isascii() for text in filled):
        return False
    is_sparse = len(filled) < _HALF * len(texts)
    return not is_sparse and (len(filled) <= _FEW or not have_few_values(filled))


def are_statuses(texts: Sequence[str], heading: str | None) -> bool:
    """Whether all texts are roles or statuses, or below a heading of groups name them, among them that of students."""
    filled = [text for text in texts if text]
    is_stated = names_role if heading and is_heading_of_groups(heading) else is_status
    return all(map(is_stated, filled)) and any(map(is_role_of_students, filled))


def are_full_names(texts: Sequence[str]) -> bool:
    """Whether most texts can be whole names."""
    return sum(map(has_several_words, texts)) * 2 >= len(texts)


def are_nearly_all_full_names(texts: Sequence[str]) -> bool:
    """Whether most texts are names with a comma, or only few can't be whole names: no other column is needed then."""
    with_comma = sum("," in text for text in texts)
    return with_comma > _HALF * len(texts) or sum(map(has_several_words, texts)) >= _NEARLY_ALL * len(texts)


def have_few_values(texts: Sequence[str]) -> bool:
    """Whether most texts repeat another one."""
    filled = [text for text in texts if text]
    return len(filled) > 1 and len(set(filled)) * 2 <= len(filled)


def are_upper_case(texts: Sequence[str]) -> bool:
    """Whether most texts are in capital letters."""
    return sum(text.isupper() and len(text) > 1 for text in texts) * 2 > len(texts)


def are_relatives(texts: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two columns have full names with the same last words, such as students and their parents."""
    pairs = [
        (text.split()[-1], other.split()[-1])
        for text, other in zip(texts, others, strict=True)
        if has_several_words(text) and has_several_words(other)
    ]
    return sum(text == other for text, other in pairs) * 2 > len(texts)


def are_repeated(texts: Sequence[str]) -> bool:
    """Whether so many texts are the same that they can't tell students apart, even if each is listed a few times."""
    filled = [text for text in texts if text]
    return len(filled) > _FEW and (len(set(filled)) == 1 or len(set(filled)) * 4 <= len(filled))


def are_running_numbers(texts: Sequence[str]) -> bool:
    """Whether the texts count the rows, from 0 or 1 or where an earlier page ended."""
    filled = [text for text in texts if text]
    return _are_consecutive(filled) and int(filled[0]) < _MAX_FIRST_NUMBER


def _are_different(texts: Sequence[str]) -> bool:
    return len(set(texts)) > _NEARLY_ALL * len(texts)


def _are_emails(texts: Sequence[str]) -> bool:
    matching = sum(re.fullmatch(r"[^\s@]+@[^\s@]+\.[^\s@]+", text) is not None for text in texts)
    return matching >= _MIN_SHARE * len(texts) and _are_different(texts)


def _are_usernames(texts: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the texts are words that have letters of the row's name, and are different."""
    filled = [(text, name) for text, name in zip(texts, names, strict=True) if text]
    related = sum(_is_related(text, name) for text, name in filled)
    return related >= _MIN_SHARE * len(filled) and _are_different([text for text, _ in filled])


def _is_related(text: str, name: str) -> bool:
    """Whether a word begins with letters of a name, or has them after an initial, such as "iverson" or "i.larkspur"."""
    if not text.isascii() or len(text.split()) != 1 or text[0].isupper():
        return False
    word = fold(text).replace(" ", "")
    return any(part[:_SHARED_LETTERS] in word[: _SHARED_LETTERS + 2] for part in fold(name).split() if len(part) > 1)


def _are_identifiers(texts: Sequence[str], rows: int) -> bool:
    """Whether the texts can be identifiers: different numbers that aren't running numbers, years, dates or points."""
    return (
        len(texts) >= _MIN_SHARE * rows
        and all(text.isdigit() and len(text) in _IDENTIFIER_LENGTHS for text in texts)
        and _are_different(texts)
        and not _are_consecutive(texts)
        and not all(int(text) in _YEARS or _is_date(text) for text in texts)
    )


def _is_date(digits: str) -> bool:
    """Whether eight digits are a date with the year first or last."""
    return len(digits) == _DATE_LENGTH and (int(digits[:4]) in _YEARS or int(digits[4:]) in _YEARS)


def _are_consecutive(texts: Sequence[str]) -> bool:
    """Whether nearly all texts are numbers that follow each other."""
    if len(texts) <= _FEW or not all(text.isdigit() for text in texts):
        return False
    steps = sum(int(after) - int(before) == 1 for before, after in pairwise(texts))
    return steps >= _NEARLY_ALL * (len(texts) - 1)
