"""Finds the line of a table that has the headings of its columns."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from server.domain.roster.reading.column_texts import are_full_names, have_few_values
from server.domain.roster.reading.headings import is_heading, meanings
from server.domain.roster.reading.table import NAME_USES, Row, columns_of
from server.domain.roster.reading.vocabulary import fold, word_set

_MAX_LINES_ABOVE: Final = 40
_MIN_LINES_BELOW: Final = 2
_PEOPLE: Final = word_set("statuses", "other_people")


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a table, and the lines that they take: `rows[start:end]`."""

    start: int
    end: int
    cells: list[str]


def find_headings(rows: Sequence[Row]) -> Headings:
    """Return the line with the most headings, with a second line of headings above or below it; none: no lines."""
    lines = _FoldedLines(rows)
    scores = [lines.score(position) for position in range(min(len(rows), _MAX_LINES_ABOVE))]
    if not any(scores):
        return Headings(0, 1, rows[0].cells) if lines.is_first_different() else Headings(0, 0, [])
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
        self._columns = columns_of(rows)
        self._counts = [
            Counter(line[index] for line in self._folded if index < len(line)) for index in range(len(self._columns))
        ]

    def score(self, position: int) -> int:
        """Return how many cells of a line are headings, those of names doubly; 0 if it isn't a line of headings."""
        cells, folded = self._rows[position].cells, self._folded[position]
        filled = [index for index, cell in enumerate(cells) if cell]
        repeats = sum(map({*folded, ""}.issuperset, self._folded))
        unique = [index for index in filled if self._counts[index][folded[index]] <= repeats]
        below = {index: [text for text in self._columns[index][position + 1 :] if text] for index in unique}
        known = sum(is_heading(cells[index]) for index in unique)
        alike = sum(is_heading(cells[index]) or _contrasts(cells[index], below[index]) for index in unique)
        names = sum(_name_score(cells[index], below[index], is_alone=len(filled) == 1) for index in unique)
        are_most = known > 1 or names > 1 or alike * 2 > len(filled)
        return known + names if (names and are_most) or known == len(filled) > 1 else 0

    def is_first_different(self) -> bool:
        """Whether the first line has words above numbers: headings in a language that isn't known."""
        return any(
            len(texts) > _MIN_LINES_BELOW
            and all(any(map(str.isdigit, text)) for text in texts[1:])
            and _contrasts(texts[0], texts[1:])
            for texts in self._columns
            if texts[0]
        )


def _name_score(heading: str, texts: Sequence[str], *, is_alone: bool) -> int:
    """Return 2 for a heading of names above such, 1 for one that may be, else 0."""
    uses = {use for use, _ in meanings(heading)}
    if uses & NAME_USES and ("name" not in uses or is_alone or are_full_names(texts)):
        return 1 if is_alone and not are_full_names(texts) else 2
    return int(bool(uses & {"name", "status"}) and have_few_values(texts))


def _contrasts(heading: str, texts: Sequence[str]) -> bool:
    """Whether a column of numbers has a text above."""
    numbers = sum(any(map(str.isdigit, text)) for text in texts)
    return bool(texts) and numbers * 2 > len(texts) and not any(map(str.isdigit, heading))


def _is_group_line(cells: Sequence[str], headings: Sequence[str]) -> bool:
    """Whether a line beside the headings is a second line of headings, such as "Student" over "Last" and "First"."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(is_heading, filled)) and list(cells) != list(headings) and len(headings) > 1


def _joined(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """Return the headings of two lines: the lower one's, after people such as "Guardian", else the upper one's."""
    joined, group = [], ""
    for above, below in zip_longest(upper, lower, fillvalue=""):
        group = above or group
        is_about_people = not _PEOPLE.isdisjoint(fold(group).split())
        joined.append(f"{group} {below}" if below and is_about_people else below or above)
    return joined
