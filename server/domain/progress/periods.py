"""The whole weeks that progress and reports are about."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from sqlalchemy.orm import Session

from server import clock
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import ClassroomRow
from server.domain.terms.queries import find_term, running_since
from server.schema import Identifier

PeriodChoice = Literal["8weeks", "term"] | Identifier
"""The last 8 weeks; the running term, or until its Sunday the one that was just ended; the id of a finished term."""
MAX_WEEKS = 53
"""Weeks of a term that are shown: the last ones."""
WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class Period:
    """Whole weeks from a Monday to a day, which is today if the last week is the present one.

    `term_id`: the term whose comments belong to it; None for the running one.
    """

    start: date
    end: date
    term_id: str | None = None

    @property
    def weeks(self) -> list[date]:
        """The Mondays of the weeks, oldest first."""
        return [self.start + WEEK * number for number in range((self.end - self.start) // WEEK + 1)]

    @property
    def begins_at(self) -> datetime:
        """The local midnight at which the period begins."""
        return datetime.combine(self.start, time()).astimezone()

    @property
    def ends_at(self) -> datetime:
        """The local midnight after the period."""
        return datetime.combine(self.end + timedelta(days=1), time()).astimezone()


def period_of(db: Session, classroom: Classroom | ClassroomRow, choice: PeriodChoice) -> Period:
    """Return the weeks of the choice; `NotFoundError` for a term that isn't of the class."""
    today, this_week = clock.local_date(), clock.this_week()
    term = find_term(db, classroom.id, None if choice in {"8weeks", "term"} else choice)
    term_id = None if term is None else term.id
    if choice == "8weeks":
        return Period(this_week - 7 * WEEK, today, term_id)
    first_day = running_since(db, classroom) if term is None else term.first_day
    end = today if term is None else min(term.last_day, max(today, first_day))
    return Period(max(first_day, clock.monday_of(end) - (MAX_WEEKS - 1) * WEEK), end, term_id)
