"""Answers about balances and the ledger."""

from server.goalbucks.models import Reason
from server.wire import Answer, Time


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
