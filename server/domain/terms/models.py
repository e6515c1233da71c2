"""The table of terms."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Entity
from server.errors import DomainError

MAX_NAME = 60


class TermTooShortError(DomainError):
    """A term has at least one week, and the last one ends with this week; `day`: from when another one can end."""

    code = "term_too_short"
    sentence = "A term of this class ends with this week. You can begin the next one on {day, date, long}."


@dataclass(frozen=True, slots=True)
class TermEnding:
    """The name of the term that ends, and what happens to open goals and balances."""

    name: str
    goals: Literal["keep", "end"]
    balances: Literal["keep", "reset"]


class Term(Entity):
    """A term that a class has finished: whole weeks, from a Monday to a Sunday. The running one has no row."""

    __tablename__ = "terms"
    __table_args__ = (Index("uq_terms_classroom_id_first_day", "classroom_id", "first_day", unique=True),)

    classroom_id: Mapped[str] = mapped_column(ForeignKey("classrooms.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(MAX_NAME))
    first_day: Mapped[date]
    last_day: Mapped[date]
