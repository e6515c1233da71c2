"""The calls about signing in, registering and signing out."""

from fastapi import Request, Response
from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.errors import NotSignedInError
from server.security.gates import (
    Db,
    TeacherNotAllowedHereError,
    Visitor,
    comes_from_own_computer,
    public,
    teacher_may_sign_in,
)
from server.security.passwords import check_password, hash_password
from server.security.queueing import Queues
from server.security.routing import Steps, router
from server.security.sessions import COOKIE, end_session
from server.settings import Settings
from server.signin import service
from server.signin.cookies import clear_session_cookie, device_of, set_cookies
from server.signin.queries import session_answer
from server.signin.schemas import (
    AuthConfigAnswer,
    NewTeacherBody,
    SessionAnswer,
    StudentSignInBody,
    TeacherSignInBody,
    TokenBody,
)
from server.signin.service import Candidate, IdentityProviderNotConfiguredError, RegistrationClosedError, SignedIn

auth = router("/api/auth", access=public)


def _require_teacher_device(request: Request) -> None:
    if not teacher_may_sign_in(request):
        raise TeacherNotAllowedHereError


def _require_open_registration(request: Request) -> None:
    settings: Settings = request.app.state.settings
    if settings.school:
        raise RegistrationClosedError
    if not comes_from_own_computer(request):
        raise TeacherNotAllowedHereError


async def _sign_in(
    request: Request, response: Response, steps: Transactions, candidate: Candidate, password: str
) -> SessionAnswer:
    device = device_of(request)
    queues: Queues = request.app.state.queues
    with queues.sign_in(device.address):
        await steps.read(lambda db: service.check_brakes(db, device, candidate))
        correct = await check_password(candidate.password_hash, password)
    result = await steps.write(lambda db: _concluded(db, service.conclude(db, device, candidate, correct=correct)))
    if result is None:
        raise service.INVALID[candidate.role]
    signed_in, answer = result
    set_cookies(request, response, signed_in)
    return answer


def _concluded(db: Session, signed_in: SignedIn | None) -> tuple[SignedIn, SessionAnswer] | None:
    return None if signed_in is None else (signed_in, session_answer(db, signed_in.role, signed_in.account_id))


@auth.get("/config", response_model=AuthConfigAnswer)
async def show_config(request: Request) -> AuthConfigAnswer:
    """What may be done from this device."""
    settings: Settings = request.app.state.settings
    return AuthConfigAnswer(
        identity_provider=None,
        teacher_sign_in_allowed=teacher_may_sign_in(request),
        registration_allowed=comes_from_own_computer(request) and not settings.school,
    )


@auth.get("/session", response_model=SessionAnswer)
async def show_session(request: Request, visitor: Visitor, db: Db) -> SessionAnswer:
    """Who is signed in; a teacher's session counts only where teachers may sign in."""
    if visitor is None or (visitor.is_teacher and not teacher_may_sign_in(request)):
        raise NotSignedInError
    return session_answer(db, visitor.role, visitor.id)


@auth.post("/student", response_model=SessionAnswer)
async def sign_in_student(body: StudentSignInBody, request: Request, response: Response, steps: Steps) -> SessionAnswer:
    """A student's sign-in by username, password and class code."""
    candidate = await steps.read(lambda db: service.find_student(db, body.username, body.password, body.class_code))
    return await _sign_in(request, response, steps, candidate, body.password)


@auth.post("/teacher", response_model=SessionAnswer)
async def sign_in_teacher(body: TeacherSignInBody, request: Request, response: Response, steps: Steps) -> SessionAnswer:
    """A teacher's sign-in by e-mail and password."""
    _require_teacher_device(request)
    if body.id_token is not None:
        raise IdentityProviderNotConfiguredError
    candidate = await steps.read(lambda db: service.find_teacher(db, body.username, body.password))
    return await _sign_in(request, response, steps, candidate, body.password)


@auth.post("/register-teacher", status_code=201, response_model=SessionAnswer)
async def register_teacher(body: NewTeacherBody, request: Request, response: Response, steps: Steps) -> SessionAnswer:
    """A new teacher account, signed in."""
    _require_open_registration(request)
    if isinstance(body, TokenBody):
        raise IdentityProviderNotConfiguredError
    hashed = await hash_password(body.password)
    device = device_of(request)

    def work(db: Session) -> tuple[SignedIn, SessionAnswer]:
        signed_in = service.register(db, device, name=body.name, email=body.email, password_hash=hashed)
        return signed_in, session_answer(db, signed_in.role, signed_in.account_id)

    signed_in, answer = await steps.write(work)
    set_cookies(request, response, signed_in)
    return answer


@auth.post("/firebase", response_model=SessionAnswer)
async def sign_in_with_google(body: TokenBody, request: Request) -> SessionAnswer:
    """A Google user's sign-in through the identity provider."""
    del body
    _require_teacher_device(request)
    raise IdentityProviderNotConfiguredError


@auth.post("/logout", status_code=204)
async def sign_out(request: Request, response: Response, db: Db) -> None:
    """End this browser's session, on the server too."""
    token = request.cookies.get(COOKIE)
    if token is not None:
        end_session(db, token)
    clear_session_cookie(response)
