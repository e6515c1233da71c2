"""What happens in the sample class, and when. What it says is in content_en.py and content_es.py.

Students are named by the initials of their first names. A day is the number of a school day: of the 40 until today, 0
is the first one. Nothing happens on the last one but what is `minutes_ago`, so that nothing is in the future.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Literal

from server import clock
from server.domain.goal_pictures import GoalPicture
from server.domain.sample_class.content import AwardKey, GoalKey, GroupKey, ItemKey

SCHOOL_DAYS = 40
"""Eight weeks."""
DAYS_A_WEEK = 5
SATURDAY = 5
EVERYBODY = "ABCDEFGHIJKL"
AWAY = "K"
AWAY_SINCE = 34
PRESENT = EVERYBODY.replace(AWAY, "")


class Calendar:
    """The moments of the timeline that ends at `now`."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._today = clock.local_date(now)
        days = (self._today - timedelta(days=each) for each in range(2 * SCHOOL_DAYS))
        self._days = [day for day in days if day.weekday() < SATURDAY][SCHOOL_DAYS - 1 :: -1]

    def at(self, day: int, hour: int, minute: int = 0) -> datetime:
        """Return the moment of this local time on a school day."""
        return datetime.combine(self._days[day], time(hour, minute)).astimezone()

    def minutes_ago(self, minutes: int) -> datetime:
        """Return a moment shortly before the class is made."""
        return self._now - timedelta(minutes=minutes)

    def due(self, day: int) -> date:
        """Return a school day as a due date."""
        return self._days[day]

    def due_in(self, days: int) -> date:
        """Return the date in so many days."""
        return self._today + timedelta(days=days)

    def begin_of(self, day: int, hour: int, minute: int) -> datetime:
        """Return the moment of this local time on a school day, or that of the making of the class if it is earlier."""
        return min(self.at(day, hour, minute), self._now)

    def monday_in(self, weeks: int) -> date:
        """Return the Monday so many weeks after that of this week."""
        return clock.monday_of(self._today) + timedelta(weeks=weeks)


PICTURES: Mapping[GoalKey, GoalPicture] = {
    "reading": "book",
    "spelling": "pencil",
    "tables": "abacus",
    "journal": "palette",
    "letter": "letter",
    "corner": "flask",
    "buddy": "hand",
    "plants": "watering-can",
    "song": "music",
    "map": "globe",
}
GROUPS_MADE_ON = 5
GROUPS: Mapping[GroupKey, str] = {"red": "ACEGI", "blue": "BDFHJ"}


@dataclass(frozen=True, slots=True)
class CompletedAssignment:
    """A goal that everybody who got it has completed."""

    day: int
    goal: GoalKey
    goalbucks: int
    to: str
    proof: Literal["text", "photo"] | None = None
    """What the students send; None: the teacher marks it as done."""
    number: int = 0
    days: int = 3
    """School days until it is due and, without proof, done."""
    reduced: Mapping[str, int] = field(default_factory=dict)
    """What the approval pays to some of its students, if not the worth."""


COMPLETED = (
    *(
        CompletedAssignment(DAYS_A_WEEK * week, "reading", 5, EVERYBODY, "text" if week in {2, 4} else None)
        for week in range(5)
    ),
    *(
        CompletedAssignment(DAYS_A_WEEK * week + 1, "spelling", 15, to, number=week + 1)
        for week, to in enumerate(("ACEGIK", "BDEFHIL", "ACDGIJL", "CEHIK", "ABDEGIL", "AEFHI", "ACDGIL"))
    ),
    CompletedAssignment(6, "journal", 15, "AEGL", "photo"),
    CompletedAssignment(8, "buddy", 10, "BIJ", "text"),
    CompletedAssignment(11, "tables", 40, "ABDGIKL", "text"),
    CompletedAssignment(18, "buddy", 10, "AHJ", "text"),
    CompletedAssignment(21, "journal", 15, "ADI", "photo", reduced={"D": 10}),
    CompletedAssignment(24, "plants", 10, "CEK"),
    CompletedAssignment(32, "plants", 10, "CFJ"),
    CompletedAssignment(33, "corner", 20, "ABD"),
    CompletedAssignment(34, "letter", 15, "ACEGHI", "text"),
)


@dataclass(frozen=True, slots=True)
class CurrentAssignment:
    """A goal that its students still work on."""

    day: int
    goal: GoalKey
    goalbucks: int
    to: str
    due_in: int | None
    """Days from today; negative: overdue."""
    done_by: str = ""
    """Who has done it already; the teacher has marked it."""


MARKED_ON = 38
"""When current goals were marked as done."""


CURRENT = (
    CurrentAssignment(31, "buddy", 10, "I", None),
    CurrentAssignment(33, "journal", 15, "BDGHJ", -2),
    CurrentAssignment(34, "tables", 40, "CEFHJ", 1),
    CurrentAssignment(35, "shelf", 15, "AH", None),
    CurrentAssignment(36, "map", 25, PRESENT, 3, done_by="EI"),
    CurrentAssignment(37, "plants", 10, "AC", 0),
)


@dataclass(frozen=True, slots=True)
class DailyGoal:
    """A goal of every school day from one until the last one, for everybody. The teacher marks it as done."""

    goal: GoalKey
    goalbucks: int
    first_day: int
    not_done_by: Sequence[str]
    """Of each day but the last one, those who haven't done it."""
    until_in: int
    """Days from today."""


DAILY = DailyGoal(
    "reading",
    5,
    first_day=25,
    not_done_by=("F", "J", "", "BF", "C", "", "J", "HK", "F", "", "BJ", "D", "FH", "BCFJ"),
    until_in=60,
)
NO_SCHOOL_ON = 30
NO_SCHOOL_PLANNED_ON = 20
FAMILY_COMMENT_FOR = "A"
FAMILY_COMMENT_ON = 38


@dataclass(frozen=True, slots=True)
class Attempt:
    """Proof for a current goal: denied on a school day, or waiting for a review."""

    student: str
    goal: GoalKey
    photo: bool = False
    denied_on: int | None = None
    may_try_again: bool = False
    minutes_ago: int = 0


ATTEMPTS = (
    Attempt("D", "journal", photo=True, denied_on=36),
    Attempt("C", "tables", denied_on=37, may_try_again=True),
    Attempt("I", "buddy", minutes_ago=41),
    Attempt("F", "tables", minutes_ago=32),
    Attempt("G", "journal", photo=True, minutes_ago=19),
    Attempt("B", "reading", minutes_ago=8),
)
PHOTO_COUNT = sum(len(each.to) for each in COMPLETED if each.proof == "photo") + sum(each.photo for each in ATTEMPTS)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested goal; without a day it waits."""

    student: str
    goalbucks: int
    day: int | None = None
    approved_as: GoalKey | None = None
    minutes_ago: int = 0


SUGGESTIONS = (
    Suggestion("I", 20, day=20, approved_as="song"),
    Suggestion("J", 50, day=22),
    Suggestion("E", 20, minutes_ago=47),
    Suggestion("L", 10, minutes_ago=14),
)


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the store."""

    key: ItemKey
    goalbucks_cost: int
    stock: int | None = None
    picture: GoalPicture | None = None


ITEMS_ADDED_ON = 2
ITEMS = (
    Item("pencil", 10, 20, "pencil"),
    Item("surprise", 30, 6),
    Item("seat", 40),
    Item("chair", 100, picture="chair"),
    Item("leader", 40, 1),
    Item("film", 300, picture="film"),
)


@dataclass(frozen=True, slots=True)
class Purchase:
    """A purchase; without a day it waits to be handed over."""

    student: str
    item: ItemKey
    day: int | None = None
    cancelled: bool = False
    minutes_ago: int = 0


PURCHASES = (
    Purchase("E", "pencil", day=12),
    Purchase("A", "pencil", day=17),
    Purchase("I", "leader", day=19),
    Purchase("B", "surprise", day=24),
    Purchase("H", "pencil", day=26, cancelled=True),
    Purchase("G", "surprise", day=28),
    Purchase("D", "seat", day=34),
    Purchase("L", "surprise", minutes_ago=36),
    Purchase("C", "pencil", minutes_ago=11),
)


@dataclass(frozen=True, slots=True)
class Award:
    """GoalBucks for praise."""

    day: int
    key: AwardKey
    amount: int
    to: str
    reversed: bool = False


AWARDS = (
    Award(3, "helped", 5, "BI"),
    Award(9, "tidy", 5, "ADGK"),
    Award(14, "question", 10, "EL"),
    Award(21, "quiet", 2, EVERYBODY),
    Award(28, "kind", 5, "AJ"),
    Award(36, "focused", 5, "CHI"),
    Award(37, "focused", 5, "J", reversed=True),
)
CLASS_GOAL_MADE_ON = 27
CLASS_GOAL = 200
GIFTS = (
    (28, "E", 10),
    (29, "A", 10),
    (31, "I", 25),
    (32, "B", 10),
    (34, "D", 5),
    (35, "A", 5),
    (36, "G", 10),
    (38, "L", 10),
)
"""Day, student and amount."""
CORRECTION = ("G", 25, -5)
"""Student, day and amount."""
