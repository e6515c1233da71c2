"""What the sample class says, in one language. What happens in it, and when, is in timeline.py."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

GoalKey = Literal[
    "reading", "spelling", "tables", "journal", "letter", "corner", "buddy", "plants", "song", "shelf", "map"
]
ItemKey = Literal["pencil", "surprise", "seat", "chair", "leader", "film"]
GroupKey = Literal["red", "blue"]
AwardKey = Literal["helped", "tidy", "question", "quiet", "kind", "focused"]


@dataclass(frozen=True, slots=True)
class InventedStudent:
    """A student; the initial of the first name stands for it in the timeline."""

    first_name: str
    last_name: str
    username: str

    @property
    def initial(self) -> str:
        """The letter that no other first name of the class begins with."""
        return self.first_name[0]


@dataclass(frozen=True, slots=True)
class GoalText:
    """The texts of a goal. `{number}` in the name is that of the week."""

    name: str
    details: str | None = None
    notes: tuple[str, ...] = ()
    """What students write with their proof, in turn."""
    comments: tuple[str, ...] = ()
    """What the teacher answers, in turn."""


@dataclass(frozen=True, slots=True)
class ItemText:
    """The texts of an item of the store."""

    name: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class SuggestionText:
    """The texts of a suggestion."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Content:
    """All texts of the sample class."""

    teacher: str
    classroom: str
    grade_level: str
    students: tuple[InventedStudent, ...]
    goals: Mapping[GoalKey, GoalText]
    items: Mapping[ItemKey, ItemText]
    groups: Mapping[GroupKey, str]
    awards: Mapping[AwardKey, str]
    suggestions: Mapping[str, SuggestionText]
    """By the initial of the student who suggests."""
    denied: str
    """The comment of a denial."""
    returned: str
    """The comment of a denial that allows another try."""
    reduced: str
    """The comment of an approval that pays less than the goal is worth."""
    family: str
    """The comment for a student's family."""
    no_school: str
    """The name of a day without school."""
    holiday: str
    """The name of the next day without school."""
    correction: str
    class_goal: str
    cancelled: str
    """The reason for a cancelled purchase."""
