"""Routes for login cards, and for the sign-in with one."""

from fastapi import Request, Response

from server.domain.auth.access import WithSignIn
from server.domain.auth.schemas import SessionResponse
from server.domain.auth.session_cookies import respond_with_session
from server.domain.classrooms.access import ClassroomToManage
from server.domain.login_cards import queries, service
from server.domain.login_cards.access import WithCardIssuer
from server.domain.login_cards.dependencies import WithLoginCards
from server.domain.login_cards.queries import CardHolder
from server.domain.login_cards.schemas import (
    CardCodeRequest,
    CardHolderResponse,
    LoginCardResponse,
    LoginCardsRequest,
    NewLoginCardResponse,
)
from server.domain.login_cards.sign_in import CardSignIn
from server.requests.gates import Db, TeacherActor, public, teacher_only
from server.requests.idempotency import IdempotentWithoutReplay
from server.requests.routing import router

login_cards = router("/api/classrooms", gate=teacher_only)
card_sign_in = router("/api/auth/card", gate=public)


@login_cards.get("/{classroom_id}/login-cards", response_model=list[LoginCardResponse])
async def list_login_cards(classroom: ClassroomToManage, services: WithLoginCards, db: Db) -> list[LoginCardResponse]:
    """List the valid cards of a class, without codes."""
    return queries.valid_cards(db, services.login_card_key, classroom)


@login_cards.post(
    "/{classroom_id}/login-cards",
    status_code=201,
    response_model=list[NewLoginCardResponse],
    dependencies=[IdempotentWithoutReplay],
)
async def make_login_cards(
    classroom: ClassroomToManage, body: LoginCardsRequest, actor: TeacherActor, issuer: WithCardIssuer, db: Db
) -> list[NewLoginCardResponse]:
    """Make cards, which replace the students' old ones and end their sessions; the codes are shown this once."""
    return service.make_cards(db, actor, issuer, classroom, body.student_ids)


@login_cards.post("/{classroom_id}/login-cards/end", status_code=204)
async def end_login_cards(classroom: ClassroomToManage, body: LoginCardsRequest, actor: TeacherActor, db: Db) -> None:
    """End the students' cards and the sessions of those who had one."""
    service.end_cards(db, actor, classroom, body.student_ids)


@card_sign_in.post("/look", response_model=CardHolderResponse, transaction="manual")
async def show_card_holder(body: CardCodeRequest, context: WithSignIn, services: WithLoginCards) -> CardHolder:
    """Show whose card this is, to ask before signing in."""
    return await CardSignIn(context, services.login_card_key).find_holder(body.code)


@card_sign_in.post("", response_model=SessionResponse, transaction="manual")
async def sign_in_with_card(
    body: CardCodeRequest, request: Request, response: Response, context: WithSignIn, services: WithLoginCards
) -> SessionResponse:
    """Sign in the student of a card."""
    login = await CardSignIn(context, services.login_card_key).sign_in(body.code)
    return respond_with_session(request, response, login)
