"""The ledger, and the table of balances derived from it for fast reads."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Base, Entity

LedgerReason = Literal["goal", "goal_reversed", "purchase", "refund", "award", "award_reversed", "correction"]
SPENDING_REASONS: frozenset[LedgerReason] = frozenset({"purchase", "refund"})
GOAL_REASONS: frozenset[LedgerReason] = frozenset({"goal", "goal_reversed"})
REVERSAL_REASONS: frozenset[LedgerReason] = frozenset({"goal_reversed", "award_reversed"})


@dataclass(frozen=True, slots=True)
class AwardFields:
    """The goalbucks for each student, and the reason."""

    amount: int
    reason: str


class LedgerEntry(Entity):
    """One change of a balance (table `goalbuck_entries`). Append-only: entries are deleted only with their student.

    `source_id` identifies the cause: for a credit the review or completion, for a reversal the entry that it reverses,
    for an award the id that the entries of all its students share.
    """

    __tablename__ = "goalbuck_entries"
    __table_args__ = (
        Index("uq_goalbuck_entries_student_id_reason_source_id", "student_id", "reason", "source_id", unique=True),
        Index("ix_goalbuck_entries_student_id_id", "student_id", "id"),
        CheckConstraint("amount <> 0", name="amount_moves"),
    )

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    amount: Mapped[int] = mapped_column(BigInteger)
    reason: Mapped[LedgerReason] = mapped_column(String(20))
    source_id: Mapped[str] = mapped_column(String(36))
    description: Mapped[str] = mapped_column(String(5000))
    created_by: Mapped[str] = mapped_column(String(36))
    balance_after: Mapped[int] = mapped_column(BigInteger)

    @property
    def assignment_id(self) -> str | None:
        """The id that the entries of one award share; None for other reasons.

        The API has this name for goals that were assigned together, and for awards.
        """
        return self.source_id if self.reason == "award" else None


class Balance(Base):
    """Sums of a student's ledger entries: written only by service.py, verified by `find_mismatches` of queries.py.

    `goals_completed` and `goals_goalbucks`: the number and the sum of the goal credits that weren't reversed.
    """

    __tablename__ = "balances"

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True)
    earned: Mapped[int] = mapped_column(BigInteger, default=0)
    spent: Mapped[int] = mapped_column(BigInteger, default=0)
    goals_completed: Mapped[int] = mapped_column(default=0)
    goals_goalbucks: Mapped[int] = mapped_column(BigInteger, default=0)

    @property
    def balance(self) -> int:
        """The goalbucks that the student can spend: `earned` - `spent`."""
        return self.earned - self.spent

    def apply(self, amount: int, reason: LedgerReason) -> None:
        """Add one ledger entry to the sums, without a limit; `spend` in service.py refuses a purchase."""
        if reason in SPENDING_REASONS:
            self.spent -= amount
        else:
            self.earned += amount
        if reason in GOAL_REASONS:
            self.goals_completed += 1 if reason == "goal" else -1
            self.goals_goalbucks += amount
