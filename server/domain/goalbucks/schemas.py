"""Request and response models for balances and the ledger."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field

from server.domain.goalbucks.models import AwardFields, LedgerReason
from server.domain.students.schemas import StudentIds
from server.schema import (
    MAX_GOALBUCKS,
    GoalbucksAmount,
    Identifier,
    RequestModel,
    RequiredText,
    ResponseModel,
    ResponseRow,
    Timestamp,
)
from server.texts.field_errors import field_error


def _require_nonzero(amount: int) -> int:
    if amount == 0:
        raise field_error("zero")
    return amount


class CorrectionRequest(RequestModel):
    """A positive or negative change of a balance, and its reason."""

    amount: Annotated[int, Field(strict=True, ge=-MAX_GOALBUCKS, le=MAX_GOALBUCKS), AfterValidator(_require_nonzero)]
    reason: RequiredText


class AwardRequest(RequestModel):
    """Goalbucks for several students of one class; duplicate ids count once."""

    classroom_id: Identifier
    student_ids: StudentIds
    amount: GoalbucksAmount
    reason: RequiredText

    def to_fields(self) -> AwardFields:
        """Convert to the service's input."""
        return AwardFields(self.amount, self.reason)


@dataclass(slots=True)
class RecentAwardResponse(ResponseRow):
    """Amount and reason of an award that a teacher gave."""

    amount: int
    reason: str


class BalanceResponse(ResponseModel):
    """A student's balance, and the goalbucks earned and spent in all."""

    balance: int
    earned: int
    spent: int


@dataclass(slots=True)
class LedgerEntryResponse(ResponseRow):
    """One change of a balance; `reversed_at` is the time of its reversal."""

    id: str
    amount: int
    reason: LedgerReason
    description: str
    created_at: Timestamp
    created_by: str
    balance_after: int
    assignment_id: str | None
    reversed_at: Timestamp | None
