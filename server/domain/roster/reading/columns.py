"""Recognizes what the columns of a table are, and which line has their headings."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from server.domain.roster.reading.headings import Meaning, core_words, is_heading, meanings
from server.domain.roster.reading.names import has_several_words, is_name_like
from server.domain.roster.reading.status import is_status
from server.domain.roster.reading.table import ColumnUse, Reason, Row, Table
from server.domain.roster.reading.vocabulary import fold

_MAX_LINES_ABOVE: Final = 40
_MAX_TITLES: Final = 20
_SAMPLES: Final = 3
_MIN_SHARE: Final = 0.6
"""Share of the texts of a column that must look alike for a guess."""
_MIN_DIFFERENT: Final = 0.95
"""Share of the texts of a column of identifiers or usernames that must differ."""
_NAME_USES: Final[frozenset[ColumnUse]] = frozenset({"firstName", "lastName", "name"})
_AMBIGUOUS_NAME_HEADINGS: Final = frozenset({"name", "names", "nombre", "nom"})
"""They mean the full name; beside a column of first names the last name, and the reverse.

Such as "Vorname" and "Name", "Nombre" and "Apellidos".
"""
_REPEATABLE_USES: Final[frozenset[ColumnUse]] = frozenset({"unused", "status"})
_YEARS: Final = range(1900, 2101)
_MIN_IDENTIFIER_LENGTH: Final = 4
_FEW: Final = 2
_SHARED_LETTERS: Final = 3


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a table, and the lines that they take: `rows[start:end]`."""

    start: int
    end: int
    cells: list[str]


def recognize(table: Table) -> None:
    """Set headings, uses and samples of a table, and mark the lines around its rows; OneRoster's are known."""
    if table.uses is None:
        width = max((len(row.cells) for row in table.rows), default=0)
        headings = find_headings(table.rows)
        if headings is None:
            table.headings = None
            table.uses = column_uses([None] * width, _columns(table.rows, width))
        else:
            above, rows = table.rows[: headings.start], table.rows[headings.end :]
            table.headings = headings.cells
            table.above, table.rows = _split_above(above, headings.cells)
            table.rows += _mark_repeated(rows, headings.cells)
            padded = [*headings.cells, *[None] * (width - len(headings.cells))]
            table.uses = column_uses(padded, _columns(rows, width))
    table.samples = [_samples(texts) for texts in _columns(table.rows, len(table.uses))]


def _columns(rows: Sequence[Row], width: int) -> list[list[str]]:
    """Return the texts of each column, with "" for a missing cell; rows that the file excludes don't count."""
    counted = [row for row in rows if row.status is None]
    return [[row.cells[each] if each < len(row.cells) else "" for row in counted] for each in range(width)]


def _samples(texts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(text for text in texts if text))[:_SAMPLES]


def _split_above(lines: Sequence[Row], headings: Sequence[str]) -> tuple[list[str], list[Row]]:
    """Return the titles above the headings, and the other lines as skipped rows, since they may be students.

    A title has one cell where the table has several.
    """
    titles: list[str] = []
    rows: list[Row] = []
    is_wide = sum(map(bool, headings)) > 1
    for row in lines:
        filled = [cell for cell in row.cells if cell]
        if is_wide and len(filled) == 1:
            titles.append(filled[0])
        else:
            row.status, row.reasons = "skipped", [Reason("above_headings")]
            rows.append(row)
    return titles[:_MAX_TITLES], rows


def _mark_repeated(rows: list[Row], headings: Sequence[str]) -> list[Row]:
    """Skip lines that repeat the headings, as a report does on each page."""
    known = {fold(cell) for cell in headings if cell}
    for row in rows:
        texts = {fold(cell) for cell in row.cells if cell}
        if texts and texts <= known:
            row.status, row.reasons = "skipped", [Reason("repeated_headings")]
    return rows


def find_headings(rows: Sequence[Row]) -> Headings | None:
    """Return the line with the most headings, with a second line of headings above or below it."""
    lines = _FoldedLines(rows)
    scores = [lines.score(position) for position in range(min(len(rows), _MAX_LINES_ABOVE))]
    if not scores:
        return None
    if not max(scores):
        return Headings(0, 1, rows[0].cells) if lines.is_first_different() else None
    position = scores.index(max(scores))
    cells = rows[position].cells
    if position and _is_group_line(rows[position - 1].cells, cells):
        return Headings(position - 1, position + 1, _joined(rows[position - 1].cells, cells))
    if position + 1 < len(rows) and _is_group_line(rows[position + 1].cells, cells):
        return Headings(position, position + 2, _joined(cells, rows[position + 1].cells))
    return Headings(position, position + 1, cells)


class _FoldedLines:
    """The lines of a table, prepared for comparing each with the others."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._folded = [[fold(cell) for cell in row.cells] for row in rows]
        self._columns = _columns(rows, max((len(row.cells) for row in rows), default=0))
        self._counts = [
            Counter(line[index] for line in self._folded if index < len(line)) for index in range(len(self._columns))
        ]

    def score(self, position: int) -> float:
        """Return how many cells of a line are headings, those of names doubly; 0 if it isn't a line of headings."""
        cells, folded = self._rows[position].cells, self._folded[position]
        filled = [index for index, cell in enumerate(cells) if cell]
        repeats = self._folded.count(folded)
        known, names, alike = 0, 0, 0
        has_name = False
        for index in filled:
            if self._counts[index][folded[index]] > repeats:
                continue
            texts = [text for text in self._columns[index][position + 1 :] if text]
            is_known = is_heading(cells[index])
            known += is_known
            alike += is_known or _contrasts(cells[index], texts)
            names += _name_score(cells[index], texts, is_alone=len(filled) == 1)
            has_name = has_name or any(use in _NAME_USES for use, _ in meanings(cells[index]))
        is_line = names and (known > 1 or alike * 2 > len(filled) or names > 1)
        return known + names if is_line or (has_name and known == len(filled) > 1) else 0

    def is_first_different(self) -> bool:
        """Whether the first line has words above numbers: headings in a language that isn't known."""
        return any(
            len(texts) > _FEW
            and all(any(map(str.isdigit, text)) for text in texts[1:])
            and _contrasts(texts[0], texts[1:])
            for texts in self._columns
            if texts[0]
        )


def _name_score(heading: str, texts: Sequence[str], *, is_alone: bool) -> int:
    uses = {use for use, _ in meanings(heading)}
    if uses & _NAME_USES and ("name" not in uses or is_alone or _are_full_names(texts)):
        return 1 if is_alone and not _are_full_names(texts) else 2
    return int(bool(uses & {"name", "status"}) and len(texts) > 1 and len(set(texts)) * 2 <= len(texts))


def _contrasts(heading: str, texts: Sequence[str]) -> bool:
    """Whether a column of numbers has a text above."""
    numbers = sum(any(map(str.isdigit, text)) for text in texts)
    return bool(texts) and numbers * 2 > len(texts) and not any(map(str.isdigit, heading))


def _are_full_names(texts: Sequence[str]) -> bool:
    return sum(map(has_several_words, texts)) * 2 >= len(texts)


def _is_group_line(cells: Sequence[str], headings: Sequence[str]) -> bool:
    """Whether a line beside the headings is a second line of headings, such as "Student" over "Last" and "First"."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(is_heading, filled)) and list(cells) != list(headings) and len(headings) > 1


def _joined(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """Return the headings of two lines: the lower one's, else the upper one's."""
    width = max(len(upper), len(lower))
    padded = [[*line, *[""] * (width - len(line))] for line in (upper, lower)]
    return [below or above for above, below in zip(*padded, strict=True)]


def column_uses(headings: Sequence[str | None], columns: Sequence[Sequence[str]]) -> list[ColumnUse]:
    """Return the use of each column, by its heading, else by its texts; each use once."""
    found = [list(meanings(heading)) if heading else [] for heading in headings]
    for meaning, texts in zip(found, columns, strict=True):
        meaning[:] = [(use, confidence) for use, confidence in meaning if _is_possible(use, texts)]
    uses = _assign(found)
    _resolve_names(uses, headings)
    unknown = [index for index, heading in enumerate(headings) if not heading or not is_heading(heading)]
    if not _NAME_USES & set(uses):
        _guess(uses, columns, unknown, names_only=any(headings))
    elif "name" not in uses and not {"firstName", "lastName"} <= set(uses):
        missing: ColumnUse = "lastName" if "firstName" in uses else "firstName"
        for index in [each for each in unknown if _are_names(columns[each])][:1]:
            uses[index] = missing
    _resolve_accounts(uses, headings)
    return uses


def _assign(found: Sequence[Sequence[Meaning]]) -> list[ColumnUse]:
    """Give each use to the column that is the most certain of it, and each column the use it is the most certain of."""
    uses: list[ColumnUse] = ["unused"] * len(found)
    ranked = sorted(
        ((confidence, -index, use) for index, each in enumerate(found) for use, confidence in each), reverse=True
    )
    for _, negative, use in ranked:
        if uses[-negative] == "unused" and (use in _REPEATABLE_USES or use not in uses):
            uses[-negative] = use
    return uses


def _resolve_names(uses: list[ColumnUse], headings: Sequence[str | None]) -> None:
    """Read "Name" beside a first or last name as the other, and a preferred name as the first if there is no other."""
    for index, heading in enumerate(headings):
        if heading and uses[index] in {"name", "unused"} and core_words(heading) in _AMBIGUOUS_NAME_HEADINGS:
            if "lastName" in uses and "firstName" not in uses:
                uses[index] = "firstName"
            elif "firstName" in uses and "lastName" not in uses:
                uses[index] = "lastName"
    for preferred, plain in (("preferredFirstName", "firstName"), ("preferredLastName", "lastName")):
        if preferred in uses and plain not in uses and "name" not in uses:
            uses[uses.index(preferred)] = plain  # type: ignore[call-overload]
    if {"firstName", "lastName"} <= set(uses):
        uses[:] = ["unused" if use == "name" else use for use in uses]


def _resolve_accounts(uses: list[ColumnUse], headings: Sequence[str | None]) -> None:
    """Make usernames of one column: usernames, else e-mail addresses, else identifiers that have a heading."""
    if "username" in uses:
        uses[:] = ["unused" if use == "email" else use for use in uses]
    elif "email" not in uses and "externalId" in uses and headings[uses.index("externalId")]:
        uses[uses.index("externalId")] = "idAndUsername"


def _is_possible(use: ColumnUse, texts: Sequence[str]) -> bool:
    """Whether a column with the heading of identifiers, usernames or e-mail addresses can have them."""
    filled = [text for text in texts if text]
    if use in {"externalId", "username", "email"} and len(filled) > 2:  # noqa: PLR2004 - too few to tell
        return len(set(filled)) * 4 > len(filled) and not (use == "externalId" and _are_running_numbers(filled))
    return True


def _guess(
    uses: list[ColumnUse], columns: Sequence[Sequence[str]], candidates: Sequence[int], *, names_only: bool
) -> None:
    """Guess the uses of columns by their texts. Passwords are never guessed."""
    names = _guess_names(columns, candidates)
    for index, use in names.items():
        uses[index] = use
    if names_only:
        return
    texts_of_names = [" ".join(cells) for cells in zip(*(columns[index] for index in names), strict=True)]
    for use, test in _GUESSES:
        if use == "username" and "email" in uses:
            continue
        for index in candidates:
            if uses[index] == "unused" and test(columns[index], texts_of_names):
                uses[index] = use
                break


def _guess_names(columns: Sequence[Sequence[str]], candidates: Sequence[int]) -> dict[int, ColumnUse]:
    """Return the columns of names: one of full names, or two."""
    found = [index for index in candidates if _are_names(columns[index])]
    if not found:  # a list of names in which most have a number or a mark before them
        texts = [index for index in candidates if any(any(map(str.isalpha, text)) for text in columns[index])]
        return {texts[0]: "name"} if texts else {}
    first, *others = found
    if not others or _are_relatives(columns[first], columns[others[0]]):
        return {first: "name"}
    second = others[0]
    if _are_full_names(columns[first]) and not _are_different(columns[second], 0.5):
        return {first: "name"}
    if _are_upper_case(columns[first]) and not _are_upper_case(columns[second]):
        return {first: "lastName", second: "firstName"}
    return {first: "firstName", second: "lastName"}


def _are_names(texts: Sequence[str]) -> bool:
    """Whether the texts are names: mostly letters, more than one letter, and not a few repeated words."""
    filled = [text for text in texts if text]
    if not filled or sum(map(is_name_like, filled)) < _MIN_SHARE * len(filled):
        return False
    if all(map(is_status, filled)) or all(len(text) == 1 and text.isascii() for text in filled):
        return False
    few = 4
    return _are_different(filled, 0.5) if len(filled) >= few else len(filled) < few - 1 or len(set(filled)) > 1


def _are_different(texts: Sequence[str], share: float) -> bool:
    filled = [text for text in texts if text]
    return len(set(filled)) > share * len(filled)


def _are_relatives(texts: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two columns have full names with the same last words, such as students and their parents."""
    pairs = [
        (text.split()[-1], other.split()[-1])
        for text, other in zip(texts, others, strict=True)
        if has_several_words(text) and has_several_words(other)
    ]
    return sum(text == other for text, other in pairs) * 2 > len(texts)


def _are_upper_case(texts: Sequence[str]) -> bool:
    return sum(text.isupper() and len(text) > 1 for text in texts) * 2 > len(texts)


def _are_emails(texts: Sequence[str], names: Sequence[str]) -> bool:
    del names
    filled = [text for text in texts if text]
    matching = sum(re.fullmatch(r"[^\s@]+@[^\s@]+\.[^\s@]+", text) is not None for text in filled)
    return bool(filled) and matching >= _MIN_SHARE * len(filled) and _are_different(filled, _MIN_DIFFERENT - 0.01)


def _are_usernames(texts: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the texts are words that have letters of the row's name, and are different."""
    filled = [(text, name) for text, name in zip(texts, names, strict=True) if text]
    related = sum(_is_related(text, name) for text, name in filled)
    return bool(filled) and related >= _MIN_SHARE * len(filled) and _are_different(texts, _MIN_DIFFERENT - 0.01)


def _is_related(text: str, name: str) -> bool:
    """Whether a word begins with letters of a name, or has them after an initial, such as "iverson" or "i.larkspur"."""
    if not text.isascii() or len(text.split()) != 1 or text[0].isupper():
        return False
    word = fold(text).replace(" ", "")
    return any(part[:_SHARED_LETTERS] in word[: _SHARED_LETTERS + 2] for part in fold(name).split() if len(part) > 1)


def _are_identifiers(texts: Sequence[str], names: Sequence[str]) -> bool:
    """Whether the texts can be identifiers: different numbers that aren't running numbers, years, dates or points."""
    filled = [text for text in texts if text]
    return (
        bool(filled)
        and len(filled) >= _MIN_SHARE * len(names)
        and all(text.isdigit() and len(text) >= _MIN_IDENTIFIER_LENGTH for text in filled)
        and _are_different(filled, _MIN_DIFFERENT - 0.01)
        and not _are_consecutive(filled)
        and not all(int(text) in _YEARS or _is_date(text) for text in filled)
    )


def _is_date(digits: str) -> bool:
    """Whether eight digits are a date with the year first or last."""
    length = 8
    return len(digits) == length and (int(digits[:4]) in _YEARS or int(digits[4:]) in _YEARS)


def _are_running_numbers(texts: Sequence[str]) -> bool:
    """Whether the texts count the rows, from 0 or 1 or where an earlier page ended."""
    return _are_consecutive(texts) and all(len(text) < _MIN_IDENTIFIER_LENGTH for text in texts) and int(texts[0]) < 100  # noqa: PLR2004


def _are_consecutive(texts: Sequence[str]) -> bool:
    """Whether nearly all texts are numbers that follow each other."""
    if len(texts) <= _FEW or not all(text.isdigit() for text in texts):
        return False
    steps = sum(int(after) - int(before) == 1 for before, after in pairwise(texts))
    return steps >= 0.9 * (len(texts) - 1)


def _are_statuses(texts: Sequence[str], names: Sequence[str]) -> bool:
    del names
    filled = [text for text in texts if text]
    return bool(filled) and all(map(is_status, filled))


_GUESSES: Final = (
    ("email", _are_emails),
    ("username", _are_usernames),
    ("externalId", _are_identifiers),
    ("status", _are_statuses),
)
