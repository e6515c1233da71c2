"""Response model of a student's first page."""

from server.domain.class_goals.schemas import ClassGoalResponse
from server.domain.classrooms.schemas import ClassroomResponse
from server.domain.goalbucks.schemas import BalanceResponse, LedgerEntryResponse
from server.domain.goals.schemas import GoalResponse
from server.domain.savings.schemas import SavingsResponse
from server.domain.store.schemas import PurchaseListItem, StoreResponse
from server.domain.submissions.schemas import SubmissionResponse
from server.domain.suggestions.schemas import SuggestionResponse
from server.schema import ResponseModel


class StudentHomeResponse(ResponseModel):
    """The parts of My Goals, each as its own call returns it; all from one snapshot of the database."""

    classroom: ClassroomResponse
    balance: BalanceResponse
    current_goals: list[GoalResponse]
    completed_goals: list[GoalResponse]
    goals_completed: int
    """The number of all completed goals, as in `X-Goals-Completed`."""
    goals_goalbucks: int
    """The sum of their goalbucks, as in `X-Goals-Goalbucks`."""
    pending_submissions: list[SubmissionResponse]
    denied_submissions: list[SubmissionResponse]
    approved_submissions: list[SubmissionResponse]
    ledger: list[LedgerEntryResponse]
    pending_suggestions: list[SuggestionResponse]
    suggestions: list[SuggestionResponse]
    purchases: list[PurchaseListItem]
    class_goal: ClassGoalResponse | None
    """The open goal of the class, else the newest that is reached and not yet done."""
    savings: SavingsResponse | None
    store: StoreResponse
