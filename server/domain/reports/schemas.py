"""Request and response models of reports."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated

from pydantic import Field

from server.domain.reports.models import MAX_COMMENT
from server.schema import Identifier, LongText, RequestModel, ResponseRow, Timestamp


class FamilyCommentRequest(RequestModel):
    """A comment, and the time of the one that it replaces; None: none was there.

    `term_id`: the term of the report; None: the one that ended this week, or the running one.
    """

    text: Annotated[LongText, Field(max_length=MAX_COMMENT)]
    based_on: datetime | None = None
    term_id: Identifier | None = None


@dataclass(slots=True)
class FamilyCommentResponse(ResponseRow):
    """A comment; `updated_at` None: none was written."""

    text: str
    updated_at: Timestamp | None


@dataclass(slots=True)
class ReachedLine(ResponseRow):
    """A goal completed in the period, or all those of a series.

    `goals`: how many they are; `given`: of how many goals of the series, None for a goal that doesn't repeat.
    """

    name: str
    goalbucks: int
    completed_at: Timestamp
    goals: int
    given: int | None


@dataclass(slots=True)
class OpenLine(ResponseRow):
    """A goal that the student works on now, or all those of a series, of which `due_date` is the last one."""

    name: str
    due_date: date | None
    goals: int
    repeats: bool


@dataclass(slots=True)
class BoughtItem(ResponseRow):
    """A purchase of the period that wasn't cancelled."""

    item_name: str
    goalbucks_cost: int


@dataclass(slots=True)
class StudentReport(ResponseRow):
    """The report of one student. The lists are cut: `goals_completed`, `open_goals` and `purchases` count all."""

    student_id: str
    first_name: str
    last_name: str
    goals_completed: int
    earned: int
    awards: int
    spent: int
    balance: int
    goals_by_week: list[int]
    reached: list[ReachedLine]
    working_on: list[OpenLine]
    open_goals: int
    bought: list[BoughtItem]
    purchases: int
    comment: FamilyCommentResponse


@dataclass(slots=True)
class ReportsResponse(ResponseRow):
    """The reports of a class in a period, by last name, then first name. `term_id` is that of the comments."""

    from_: Annotated[date, Field(serialization_alias="from")]
    to: date
    weeks: list[date]
    reports: list[StudentReport]
    term_id: str | None
