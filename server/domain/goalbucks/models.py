"""The ledger, and the table of balances derived from it for fast reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, String, text
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, mapped_column

from server.database.base import Base, Entity

LedgerReason = Literal[
    "goal",
    "goal_reversed",
    "purchase",
    "refund",
    "award",
    "award_reversed",
    "correction",
    "new_term",
    "class_gift",
    "class_gift_returned",
]


@dataclass(frozen=True, slots=True)
class LedgerEffect:
    """What an entry changes in its student's `Balance`, and which earlier entry it undoes."""

    total: Literal["earned", "spent"] = "earned"
    """The sum that the amount belongs to: added to `earned`, or subtracted from `spent`."""
    goals: int = 0
    """Added to `goals_completed`; if it isn't 0, the amount is also added to `goals_goalbucks`."""
    undoes: LedgerReason | None = None
    """The reason of the entry that it undoes; it counts in that entry's week."""
    shares_source: bool = False
    """Whether it has the same source as the entry that it undoes, instead of that entry as its source."""


EFFECTS: Mapping[LedgerReason, LedgerEffect] = MappingProxyType(
    {
        "goal": LedgerEffect(goals=1),
        "goal_reversed": LedgerEffect(goals=-1, undoes="goal"),
        "purchase": LedgerEffect("spent"),
        "refund": LedgerEffect("spent", undoes="purchase", shares_source=True),
        "award": LedgerEffect(),
        "award_reversed": LedgerEffect(undoes="award"),
        "correction": LedgerEffect(),
        "new_term": LedgerEffect(),
        "class_gift": LedgerEffect("spent"),
        "class_gift_returned": LedgerEffect("spent", undoes="class_gift"),
    }
)
UNDOING_REASONS = [reason for reason, effect in EFFECTS.items() if effect.undoes is not None]
REVERSAL_REASONS = [reason for reason in UNDOING_REASONS if not EFFECTS[reason].shares_source]
"""The reasons whose source is the entry that is undone."""


@dataclass(frozen=True, slots=True)
class AwardFields:
    """The goalbucks for each student, and the reason."""

    amount: int
    reason: str


class LedgerEntry(Entity):
    """One change of a balance (table `goalbuck_entries`). Append-only: entries are deleted only with their student.

    `source_id` identifies the cause: for a credit the review or completion, for a reversal the entry that it reverses,
    for a purchase and its refund the purchase, for an award the id that the entries of all its students share, for a
    reset the term that ended, for a gift to the class goal the gift.
    `week`: the Monday of the local date of posting, or the week of the entry that this one undoes.
    """

    __tablename__ = "goalbuck_entries"
    __table_args__ = (
        Index("uq_goalbuck_entries_student_id_reason_source_id", "student_id", "reason", "source_id", unique=True),
        Index("ix_goalbuck_entries_student_id_id", "student_id", "id"),
        # All that the sums of progress need, so that they read no row.
        Index("ix_goalbuck_entries_student_id_week_reason_amount", "student_id", "week", "reason", "amount"),
        Index(
            "ix_goalbuck_entries_created_by_id_award",
            "created_by",
            "id",
            # The migration gives PostgreSQL's index the same condition; here it would load that dialect, 26 ms.
            sqlite_where=text("reason = 'award'"),
        ),
        CheckConstraint("amount <> 0", name="amount_moves"),
    )

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    amount: Mapped[int] = mapped_column(BigInteger)
    reason: Mapped[LedgerReason] = mapped_column(String(20))
    source_id: Mapped[str] = mapped_column(String(36))
    description: Mapped[str] = mapped_column(String(5000))
    created_by: Mapped[str] = mapped_column(String(36))
    balance_after: Mapped[int] = mapped_column(BigInteger)
    week: Mapped[date]

    @property
    def assignment_id(self) -> str | None:
        """The id that the entries of one award share; None for other reasons.

        The API has this name for goals that were assigned together, and for awards.
        """
        return self.source_id if self.reason == "award" else None


class Balance(Base):
    """Sums of a student's ledger entries: written only by service.py, verified by `find_mismatches` of queries.py.

    `goals_completed` and `goals_goalbucks`: the number and the sum of the goal credits that weren't reversed.
    `reset_id`: an id between those of the entries before and after a new term last set the balance to 0, whatever the
    clock was; None: never.
    """

    __tablename__ = "balances"

    student_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True)
    earned: Mapped[int] = mapped_column(BigInteger, default=0)
    spent: Mapped[int] = mapped_column(BigInteger, default=0)
    goals_completed: Mapped[int] = mapped_column(default=0)
    goals_goalbucks: Mapped[int] = mapped_column(BigInteger, default=0)
    reset_id: Mapped[str | None] = mapped_column(String(36))

    @hybrid_property
    def balance(self) -> int:
        """The goalbucks that the student can spend, also as an expression in queries."""
        return self.earned - self.spent

    def apply(self, amount: int, reason: LedgerReason) -> None:
        """Add one ledger entry to the sums, without a limit; `spend` in service.py refuses a purchase."""
        effect = EFFECTS[reason]
        if effect.total == "spent":
            self.spent -= amount
        else:
            self.earned += amount
        if effect.goals:
            self.goals_completed += effect.goals
            self.goals_goalbucks += amount
