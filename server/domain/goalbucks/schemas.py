"""Bodies and answers about balances and the ledger."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from server.domain.goalbucks.models import GoalbuckEntry, Reason
from server.domain.goalbucks.service import Gift
from server.domain.students.schemas import MAX_STUDENTS
from server.schema import MAX_GOALBUCKS, Answer, Body, GoalbucksWorth, Identifier, RequiredText, Time


def _moves(amount: int) -> int:
    if amount == 0:
        code = "zero"
        raise PydanticCustomError(code, "must not be 0")
    return amount


class CorrectionBody(Body):
    """How much a balance changes, up or down, and why."""

    amount: Annotated[int, Field(strict=True, ge=-MAX_GOALBUCKS, le=MAX_GOALBUCKS), AfterValidator(_moves)]
    reason: RequiredText


class AwardBody(Body):
    """Goalbucks for several students of one class; one named twice counts once."""

    classroom_id: Identifier
    student_ids: Annotated[list[Identifier], Field(min_length=1, max_length=MAX_STUDENTS)]
    amount: GoalbucksWorth
    reason: RequiredText

    def to_gift(self) -> Gift:
        """What the service takes."""
        return Gift(self.amount, self.reason)


class AwardAnswer(Answer):
    """How many students got the award, and the id that their entries share."""

    count: int
    assignment_id: str


class AwardHoldersAnswer(Answer):
    """How many students have an award that hasn't been taken back from them."""

    count: int


class ReversedAwardAnswer(Answer):
    """From how many students an award was taken back."""

    count: int


class BalanceAnswer(Answer):
    """What a student has, has earned and has spent, in goalbucks."""

    balance: int
    earned: int
    spent: int


class LedgerEntryAnswer(Answer):
    """One change of a balance."""

    id: str
    amount: int
    reason: Reason
    description: str
    created_at: Time
    created_by: str
    balance_after: int
    assignment_id: str | None
    reversed_at: Time | None

    @classmethod
    def of(cls, entry: GoalbuckEntry, reversed_at: datetime | None) -> Self:
        """The answer; `reversed_at` is when a later entry reversed this one."""
        stored = {name: getattr(entry, name) for name in cls.model_fields if name != "reversed_at"}
        return cls(**stored, reversed_at=reversed_at)
