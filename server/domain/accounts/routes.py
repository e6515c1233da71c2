"""Routes for the account of the signed-in user, and for account recovery."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from fastapi import Request, Response

from server.database.transactions import Transactions
from server.domain.accounts import account_recovery, service
from server.domain.accounts.account_recovery import InvalidRecoveryCodeError
from server.domain.accounts.schemas import (
    LanguageRequest,
    RecoverRequest,
    RecoveryCodeRequest,
    RecoveryCodeResponse,
    StudentPasswordRequest,
    TeacherPasswordRequest,
    TeacherRequest,
    TeacherResponse,
)
from server.domain.accounts.service import WrongPasswordError
from server.domain.auth.access import WithSignIn
from server.domain.auth.queries import session_response
from server.domain.auth.schemas import SessionResponse
from server.domain.auth.secret_verification import verify_secret
from server.domain.auth.session_cookies import clear_session_cookie, respond_with_session
from server.domain.auth.sign_in import ClientContext, LoginResult, SignInContext
from server.domain.students.access import StudentSelf
from server.domain.teachers.access import TeacherSelf
from server.errors import InvalidError
from server.security.actor import Actor
from server.security.gates import (
    AnyActor,
    Db,
    StudentActor,
    TeacherNotAllowedHereError,
    is_teacher_allowed_here,
    public,
    signed_in,
    student_only,
    teacher_only,
)
from server.security.passwords import hash_password
from server.security.recovery_codes import RecoveryCode, find_code, generate_recovery_code, normalize_typed_code
from server.security.routing import router
from server.texts.field_errors import field_sentence

Result = TypeVar("Result")

teacher_account = router("/api/teachers", gate=teacher_only)
student_account = router("/api/students", gate=student_only)
password_recovery = router("/api/auth", gate=public)
account = router("/api/account", gate=signed_in)
account_sessions = router("/api/auth", gate=signed_in)


@teacher_account.get("/{teacher_id}", response_model=TeacherResponse)
async def show_teacher(teacher: TeacherSelf, db: Db) -> TeacherResponse:
    """The teacher's account and its sign-in methods."""
    return TeacherResponse.of(service.get_teacher(db, teacher), find_code(db, teacher.id))


@teacher_account.put("/{teacher_id}", response_model=SessionResponse)
async def rename_teacher(teacher: TeacherSelf, body: TeacherRequest, db: Db) -> SessionResponse:
    """Change the teacher's name."""
    service.rename_teacher(db, teacher, body.name)
    return session_response(db, teacher.role, teacher.id)


@teacher_account.put("/{teacher_id}/password", status_code=204, transaction="manual")
async def change_teacher_password(teacher: TeacherSelf, body: TeacherPasswordRequest, context: WithSignIn) -> None:
    """Change the teacher's password; ends all other sessions."""
    transactions = context.transactions
    if body.current_password is not None and await transactions.read(lambda db: service.has_password(db, teacher)):
        await _change_password(context, teacher, body.current_password, body.new_password)
        return
    if not await transactions.read(lambda db: service.uses_identity_provider(db, teacher)):
        raise InvalidError(fields={"currentPassword": field_sentence("missing")})
    await _set_password(transactions, teacher, body.new_password)


@teacher_account.post(
    "/{teacher_id}/recovery-code", status_code=201, response_model=RecoveryCodeResponse, transaction="manual"
)
async def make_recovery_code(
    teacher: TeacherSelf, body: RecoveryCodeRequest, context: WithSignIn
) -> RecoveryCodeResponse:
    """Create a recovery code, shown only once; replaces the previous one."""
    current_password = body.current_password
    by_password = await context.transactions.read(
        lambda db: account_recovery.require_reauthentication(db, teacher, current_password)
    )
    code = generate_recovery_code()

    async def save(client: ClientContext) -> RecoveryCode:
        password_hash = await hash_password(normalize_typed_code(code))
        return await context.transactions.write(
            lambda db: account_recovery.replace_recovery_code(
                db, teacher, client, password_hash, by_password=by_password
            )
        )

    if by_password:
        saved = await _with_password(context, teacher, current_password or "", save)
    else:
        saved = await save(context.client)
    return RecoveryCodeResponse(code=code, made_at=saved.created_at)


@password_recovery.post("/recover", response_model=SessionResponse, transaction="manual")
async def recover(body: RecoverRequest, request: Request, response: Response, context: WithSignIn) -> SessionResponse:
    """Set a new password with a recovery code, and sign in."""
    if not is_teacher_allowed_here(request):
        raise TeacherNotAllowedHereError
    candidate = await context.transactions.read(lambda db: account_recovery.find_candidate(db, body.username))

    async def complete(client: ClientContext, *, correct: bool) -> LoginResult | None:
        password_hash = await hash_password(body.new_password) if correct else ""
        return await context.transactions.write(
            lambda db: account_recovery.reset_password(
                db, client, candidate, correct=correct, password_hash=password_hash
            )
        )

    login = await verify_secret(context, candidate, normalize_typed_code(body.code), complete)
    if login is None:
        raise InvalidRecoveryCodeError
    return respond_with_session(request, response, login)


@student_account.put("/{student_id}/password", status_code=204, transaction="manual")
async def change_student_password(
    student: StudentSelf, body: StudentPasswordRequest, actor: StudentActor, context: WithSignIn
) -> None:
    """Change the student's password; ends all other sessions."""
    del student
    await _change_password(context, actor, body.current_password, body.new_password)


@account.put("/language", status_code=204)
async def choose_language(actor: AnyActor, body: LanguageRequest, db: Db) -> None:
    """Choose the account's language."""
    service.choose_language(db, actor, body.language)


@account_sessions.post("/logout-everywhere", status_code=204)
async def sign_out_everywhere(actor: AnyActor, request: Request, response: Response, db: Db) -> None:
    """End every session of the account, this one included."""
    service.sign_out_everywhere(db, actor)
    clear_session_cookie(request, response)


async def _set_password(transactions: Transactions, teacher: Actor, new_password: str) -> None:
    """Set a password without the current one, after a recent sign-in through the identity provider."""
    await transactions.read(lambda db: service.require_recent_sign_in(db, teacher))
    password_hash = await hash_password(new_password)
    await transactions.write(lambda db: service.set_password(db, teacher, password_hash))


async def _with_password(
    context: SignInContext, actor: Actor, current_password: str, action: Callable[[ClientContext], Awaitable[Result]]
) -> Result:
    """Return `await action(client)` if the current password is correct; else raise `WrongPasswordError`."""
    candidate = await context.transactions.read(lambda db: service.find_login_candidate(db, actor))

    async def complete(client: ClientContext, *, correct: bool) -> Result:
        if not correct:
            await context.transactions.write(lambda db: service.record_wrong_password(db, client, candidate))
            raise WrongPasswordError
        return await action(client)

    return await verify_secret(context, candidate, current_password, complete)


async def _change_password(context: SignInContext, actor: Actor, current_password: str, new_password: str) -> None:
    async def save(client: ClientContext) -> None:
        password_hash = await hash_password(new_password)
        await context.transactions.write(lambda db: service.change_password(db, actor, client, password_hash))

    await _with_password(context, actor, current_password, save)
