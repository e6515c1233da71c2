"""One table of an export: its rows and columns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import attrgetter
from typing import Any

from pydantic.alias_generators import to_camel
from sqlalchemy import Select, select

from server.database.base import Entity

Cell = str | bool | int | date | datetime | None


@dataclass(frozen=True, slots=True)
class ExportColumn:
    """One column: its English heading in the CSV file, its key in the JSON file, and its value for a row."""

    heading: str
    key: str
    value: Callable[[Any], Cell]


@dataclass(frozen=True, slots=True)
class ExportTable:
    """One table: its file name without suffix, its key in the JSON file, its rows and columns."""

    name: str
    key: str
    description: str
    """Description in README.txt, in English."""
    query: Select[*tuple[Any, ...]]
    columns: Sequence[ExportColumn]


def column(heading: str, attribute: str) -> ExportColumn:
    """Return the column of an attribute of the rows, whose name in camel case is the key."""
    return ExportColumn(heading, to_camel(attribute), attrgetter(attribute))


def rows_of(model: type[Entity], *where: Any) -> Select[*tuple[Any, ...]]:
    """Select the rows by id, as columns in place of ORM objects: three years of a class are 100,000 rows."""
    return select(*model.__table__.columns).where(*where).order_by(model.__table__.c.id)
