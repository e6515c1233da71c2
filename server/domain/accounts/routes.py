"""Routes for the account of the signed-in user, and for account recovery."""

from collections.abc import Sequence

from fastapi import Request, Response

from server.domain.accounts import service
from server.domain.accounts.access import OwnSession
from server.domain.accounts.account_recovery import AccountRecovery
from server.domain.accounts.password_change import PasswordChange
from server.domain.accounts.schemas import (
    LanguageRequest,
    OpenSessionResponse,
    RecoverRequest,
    RecoveryCodeRequest,
    RecoveryCodeResponse,
    StudentPasswordRequest,
    TeacherPasswordRequest,
    TeacherRequest,
    TeacherResponse,
)
from server.domain.auth.access import WithSignIn
from server.domain.auth.queries import session_response
from server.domain.auth.schemas import SessionResponse
from server.domain.auth.session_cookies import clear_session_cookie, respond_with_session
from server.domain.students.access import StudentSelf
from server.domain.teachers.access import TeacherSelf
from server.requests.gates import (
    AnyActor,
    Db,
    TeacherActor,
    TeacherAllowedHere,
    public,
    signed_in,
    student_only,
    teacher_only,
)
from server.requests.routing import router
from server.security.recovery_codes import find_code
from server.security.sessions import open_sessions_of_teacher

teacher_account = router("/api/teachers", gate=teacher_only)
student_account = router("/api/students", gate=student_only)
password_recovery = router("/api/auth", gate=public)
account = router("/api/account", gate=signed_in)
teacher_sessions = router("/api/account/sessions", gate=teacher_only)
account_sessions = router("/api/auth", gate=signed_in)


@teacher_account.get("/{teacher_id}", response_model=TeacherResponse)
async def show_teacher(teacher: TeacherSelf, db: Db) -> TeacherResponse:
    """The teacher's account and its sign-in methods."""
    return TeacherResponse.of(service.get_teacher(db, teacher), find_code(db, teacher.id))


@teacher_account.put("/{teacher_id}", response_model=SessionResponse)
async def rename_teacher(teacher: TeacherSelf, body: TeacherRequest, db: Db) -> SessionResponse:
    """Change the teacher's name."""
    service.rename_teacher(db, teacher, body.name)
    return session_response(db, "teacher", teacher.id)


@teacher_account.put("/{teacher_id}/password", status_code=204, transaction="manual")
async def change_teacher_password(teacher: TeacherSelf, body: TeacherPasswordRequest, context: WithSignIn) -> None:
    """Change the teacher's password; ends all other sessions."""
    await PasswordChange(context, teacher).change_or_set(body.current_password, body.new_password)


@teacher_account.post(
    "/{teacher_id}/recovery-code", status_code=201, response_model=RecoveryCodeResponse, transaction="manual"
)
async def make_recovery_code(
    teacher: TeacherSelf, body: RecoveryCodeRequest, context: WithSignIn
) -> RecoveryCodeResponse:
    """Create a recovery code, shown only once; replaces the previous one."""
    return await AccountRecovery(context).create_code(teacher, body.current_password)


@password_recovery.post(
    "/recover", response_model=SessionResponse, dependencies=[TeacherAllowedHere], transaction="manual"
)
async def recover(body: RecoverRequest, request: Request, response: Response, context: WithSignIn) -> SessionResponse:
    """Set a new password with a recovery code, and sign in."""
    login = await AccountRecovery(context).recover(body.username, body.code, body.new_password)
    return respond_with_session(request, response, login)


@student_account.put("/{student_id}/password", status_code=204, transaction="manual")
async def change_student_password(student: StudentSelf, body: StudentPasswordRequest, context: WithSignIn) -> None:
    """Change the student's password; ends all other sessions."""
    await PasswordChange(context, student).change(body.current_password, body.new_password)


@account.put("/language", status_code=204)
async def choose_language(actor: AnyActor, body: LanguageRequest, db: Db) -> None:
    """Choose the account's language."""
    service.choose_language(db, actor, body.language)


@account_sessions.post("/logout-everywhere", status_code=204)
async def sign_out_everywhere(actor: AnyActor, request: Request, response: Response, db: Db) -> None:
    """End every session of the account, this one included."""
    service.sign_out_everywhere(db, actor)
    clear_session_cookie(request, response)


@teacher_sessions.get("", response_model=list[OpenSessionResponse])
async def list_sessions(actor: TeacherActor, db: Db) -> Sequence[OpenSessionResponse]:
    """The sessions in which the teacher is signed in: the request's own first, then the newest."""
    sessions = [
        OpenSessionResponse.from_row(each, started_at=each.created_at, current=each.id == actor.session_id)
        for each in open_sessions_of_teacher(db, actor.id)
    ]
    return sorted(sessions, key=lambda session: not session.current)


@teacher_sessions.delete("/{session_id}", status_code=204)
async def end_session(session: OwnSession, actor: TeacherActor, request: Request, response: Response, db: Db) -> None:
    """End one session of the teacher; if it is the request's own, as signing out does."""
    service.end_session(db, actor, session)
    if session.id == actor.session_id:
        clear_session_cookie(request, response)
