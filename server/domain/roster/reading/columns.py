"""Recognizes what the columns of a table are."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from server.domain.roster.reading.column_texts import (
    are_full_names,
    are_names,
    are_nearly_all_full_names,
    are_relatives,
    are_repeated,
    are_running_numbers,
    are_statuses,
    are_upper_case,
    have_few_values,
    meanings_of_texts,
)
from server.domain.roster.reading.errors import UnknownSectionError
from server.domain.roster.reading.heading_line import find_headings
from server.domain.roster.reading.headings import Meaning, core_words, is_heading, meanings
from server.domain.roster.reading.status import is_footer
from server.domain.roster.reading.table import NAME_USES, ColumnUse, Reason, Row, Section, Table, columns_of
from server.domain.roster.reading.vocabulary import fold, word_set

_MAX_TITLES: Final = 20
_SAMPLES: Final = 3
_AMBIGUOUS_NAME_HEADINGS: Final = word_set("names", "ambiguous")
_ACCOUNT_USES: Final[frozenset[ColumnUse]] = frozenset({"username", "email", "externalId"})
_CLASSES: Final = word_set("words", "classes")
_ALL_CLASSES: Final = "*"
_REPEATABLE_USES: Final[frozenset[ColumnUse]] = frozenset({"unused", "status"})


def recognize(table: Table, section: str | None = None) -> None:
    """Set headings, uses and samples of a table, and mark the lines around its rows; OneRoster's are known."""
    if table.uses is None:
        headings = find_headings(table.rows)
        above, rows = table.rows[: headings.start], table.rows[headings.end :]
        table.headings = headings.cells or None
        table.above, table.rows = _split_above(above, headings.cells)
        table.rows += _mark_repeated(rows, headings.cells, [row.cells for row in above])
        columns = columns_of(rows, len(headings.cells))
        padded = [*headings.cells, *[None] * (len(columns) - len(headings.cells))]
        table.uses = column_uses(padded, columns)
        if table.format == "text":
            _choose_class(table, section)
    columns = columns_of(table.rows, len(table.uses))
    table.samples = [list(dict.fromkeys(filter(None, texts)))[:_SAMPLES] for texts in columns]


def _choose_class(table: Table, section: str | None) -> None:
    """Keep the rows of a class if the rows are of several, or of all of them; without `section` it must be chosen."""
    headings = table.headings or []
    index = next((index for index, heading in enumerate(headings) if core_words(heading) in _CLASSES), len(headings))
    texts = columns_of(table.rows, index + 1)[index]
    counts = Counter(text for text in texts if text and not is_footer(text))
    if index == len(headings) or not 1 < len(counts) <= counts.total() / 2:
        return
    classes = [Section(each, each, count) for each, count in counts.items()]
    table.sections = [Section(_ALL_CLASSES, ", ".join(counts), counts.total()), *classes]
    if section is not None and section not in {each.id for each in table.sections}:
        raise UnknownSectionError
    table.section = section
    if section != _ALL_CLASSES:
        table.rows = [row for row in table.rows if row.cells[index : index + 1] == [section]]


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


def _mark_repeated(rows: list[Row], headings: Sequence[str], above: Sequence[Sequence[str]]) -> list[Row]:
    """Skip lines that repeat the headings or one above, as a report does; cells below take the order of the first."""
    known = list(map(fold, headings))
    order: list[int] = []
    for row in rows:
        texts = list(map(fold, row.cells))
        if any(texts) and set(texts) <= {*known, ""}:
            row.status, row.reasons = "skipped", [Reason("repeated_headings")]
            if sorted(texts) == sorted(known):
                order = [texts.index(heading) for heading in known] if texts != known else []
        elif row.cells in above:
            row.status, row.reasons = "skipped", [Reason("above_headings")]
        elif order:
            row.cells = [row.cells[index] if index < len(row.cells) else "" for index in order]
    return rows


def column_uses(headings: Sequence[str | None], columns: Sequence[Sequence[str]]) -> list[ColumnUse]:
    """Return the use of each column, by its heading, else by its texts; each use once."""
    found = [list(meanings(heading)) if heading else [] for heading in headings]
    for meaning, texts in zip(found, columns, strict=True):
        meaning[:] = [(use, confidence) for use, confidence in meaning if _is_possible(use, texts)]
    uses = _assign(found)
    _resolve_names(uses, headings)
    unknown = [index for index, heading in enumerate(headings) if not heading or not is_heading(heading)]
    if not NAME_USES & set(uses):
        _guess(uses, columns, unknown, names_only=any(headings))
    elif "name" not in uses and not {"firstName", "lastName"} <= set(uses):
        missing: ColumnUse = "lastName" if "firstName" in uses else "firstName"
        for index in [each for each in unknown if are_names(columns[each])][:1]:
            uses[index] = missing
    if _has_other_names(uses, headings, columns):  # which ones are meant, or first, the teacher must say
        uses[:] = ["unused" if use == "firstName" else "lastName" if use == "name" else use for use in uses]
    _resolve_accounts(uses, headings)
    for index, (heading, texts) in enumerate(zip(headings, columns, strict=True)):
        if uses[index] == "unused" and are_statuses(texts, heading):
            uses[index] = "status"
    return uses


def _has_other_names(
    uses: Sequence[ColumnUse], headings: Sequence[str | None], columns: Sequence[Sequence[str]]
) -> bool:
    """Whether "Name" stands above two columns of names, or a heading of names is repeated for a second list beside."""
    following = uses.index("name") + 1 if "name" in uses else 0
    is_merged = 0 < following < len(headings) and not headings[following] and are_names(columns[following])
    repeated = [
        fold(heading)
        for heading, texts in zip(headings, columns, strict=True)
        if heading and NAME_USES & {use for use, _ in meanings(heading)} and are_names(texts)
    ]
    return len(set(repeated)) < len(repeated) or (is_merged and not are_nearly_all_full_names(columns[following - 1]))


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
    if use in _ACCOUNT_USES and are_repeated(texts):
        return False
    are_others = are_running_numbers(texts) or (are_names(texts) and are_full_names(texts))
    return use != "externalId" or (any(texts) and not are_others)


def _guess(
    uses: list[ColumnUse], columns: Sequence[Sequence[str]], candidates: Sequence[int], *, names_only: bool
) -> None:
    """Guess the uses of columns by their texts."""
    found = _guess_names(columns, candidates)
    if names_only:  # below unknown headings the order of two columns, and what isn't a whole name, the teacher must say
        found = {i: use if are_full_names(columns[i]) else "firstName" for i, use in found.items() if use != "lastName"}
    for index, use in found.items():
        uses[index] = use
    if names_only or not found:
        return
    names = [" ".join(cells) for cells in zip(*(columns[index] for index in found), strict=True)]
    others = [index for index in candidates if index not in found]
    guessed = _assign([meanings_of_texts(columns[index], names) for index in others])
    for index, use in zip(others, guessed, strict=True):
        uses[index] = use


def _guess_names(columns: Sequence[Sequence[str]], candidates: Sequence[int]) -> dict[int, ColumnUse]:
    """Return the columns of names: one of full names, or two."""
    found = [index for index in candidates if are_names(columns[index])]
    if not found:  # a list of names in which most have a number or a mark before them
        texts = [index for index in candidates if any(any(map(str.isalpha, text)) for text in columns[index])]
        return {texts[0]: "name"} if texts else {}
    first, *others = found
    second = others[0] if others else None
    if (
        second is None
        or are_relatives(columns[first], columns[second])
        or (are_nearly_all_full_names(columns[first]) and not are_full_names(columns[second]))
        or (are_full_names(columns[first]) and have_few_values(columns[second]))
    ):
        return {first: "name"}
    if are_upper_case(columns[first]) and not are_upper_case(columns[second]):
        return {first: "lastName", second: "firstName"}
    if any(are_full_names(columns[other]) == are_full_names(columns[second]) for other in others[1:]):
        return {first: "firstName"}  # a seating chart, or a column of middle names: asked about
    return {first: "firstName", second: "lastName"}
