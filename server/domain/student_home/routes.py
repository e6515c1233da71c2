"""Route for a student's first page: one response in place of eleven (docs/decisions/0052-one-call-for-my-goals.md)."""

from server.database.paging import PageRequest
from server.domain.class_goals.queries import class_goal_for_student
from server.domain.goalbucks.queries import balance_of, ledger_of_student
from server.domain.goals.queries import goals_of_student
from server.domain.savings.queries import savings_of_student
from server.domain.store.queries import purchases_of_student
from server.domain.student_home.schemas import StudentHomeResponse
from server.domain.students.access import VisibleStudentId
from server.domain.students.queries import classroom_of_student
from server.domain.submissions.queries import submissions_of_student
from server.domain.suggestions.queries import suggestions_of_student
from server.requests.gates import Db, signed_in
from server.requests.routing import router

RECENT = 50
RECENT_LEDGER_ENTRIES = 20
student_home = router("/api/students", gate=signed_in)


@student_home.get("/{student_id}/home", response_model=StudentHomeResponse)
async def show_home(student_id: VisibleStudentId, db: Db) -> dict[str, object]:
    """Show what the start page of a student needs."""
    balance, classroom = balance_of(db, student_id), classroom_of_student(db, student_id)
    return {
        "classroom": classroom,
        "balance": balance,
        "current_goals": goals_of_student(db, student_id, PageRequest("current")),
        "completed_goals": goals_of_student(db, student_id, PageRequest("completed", RECENT)),
        "goals_completed": balance.goals_completed,
        "goals_goalbucks": balance.goals_goalbucks,
        "pending_submissions": submissions_of_student(db, student_id, PageRequest("pending")),
        "denied_submissions": submissions_of_student(db, student_id, PageRequest("denied")),
        "approved_submissions": submissions_of_student(db, student_id, PageRequest("approved", RECENT)),
        "ledger": ledger_of_student(db, student_id, PageRequest(limit=RECENT_LEDGER_ENTRIES)),
        "pending_suggestions": suggestions_of_student(db, student_id, PageRequest("pending")),
        "suggestions": suggestions_of_student(db, student_id, PageRequest(limit=RECENT)),
        # One more than a page of the purchase history, so that the client knows whether there is a second page.
        "purchases": purchases_of_student(db, student_id, PageRequest(limit=RECENT + 1)),
        "class_goal": class_goal_for_student(db, student_id),
        "savings": savings_of_student(db, student_id),
        "store": {"open": classroom.store_open},
    }
