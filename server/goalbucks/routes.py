"""The calls about balances and the ledger."""

from collections.abc import Sequence

from server.goalbucks import queries
from server.goalbucks.models import Balance, GoalbuckEntry
from server.goalbucks.schemas import BalanceAnswer, LedgerEntryAnswer
from server.security.gates import Db, signed_in
from server.security.paging import ListPage
from server.security.routing import router
from server.students.access import SeenStudent

student_goalbucks = router("/api/students", access=signed_in)


@student_goalbucks.get("/{student_id}/goalbucks", response_model=BalanceAnswer)
async def show_balance(student: SeenStudent, db: Db) -> Balance:
    """The student's balance."""
    return queries.balance_of(db, student.id)


@student_goalbucks.get("/{student_id}/ledger", response_model=list[LedgerEntryAnswer])
async def list_ledger(student: SeenStudent, page: ListPage, db: Db) -> Sequence[GoalbuckEntry]:
    """Every change of the student's balance, newest first."""
    return queries.ledger_of(db, student.id, page)
