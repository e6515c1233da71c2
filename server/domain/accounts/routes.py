"""The calls about the own account."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from fastapi import Request, Response
from sqlalchemy.orm import Session

from server.database.transactions import Transactions
from server.domain.accounts import recovery, service
from server.domain.accounts.recovery import InvalidRecoveryCodeError
from server.domain.accounts.schemas import (
    RecoverBody,
    RecoveryCodeAnswer,
    RecoveryCodeBody,
    StudentPasswordBody,
    TeacherAnswer,
    TeacherBody,
    TeacherPasswordBody,
)
from server.domain.accounts.service import WrongPasswordError
from server.domain.auth.attempts import attempt
from server.domain.auth.cookies import clear_session_cookie, device_of, set_cookies
from server.domain.auth.queries import session_answer
from server.domain.auth.schemas import SessionAnswer
from server.domain.auth.service import Device, SignedIn
from server.domain.students.access import OwnStudent, StudentSelf
from server.domain.teachers.access import TeacherSelf
from server.errors import InvalidError
from server.security.actor import Actor
from server.security.gates import (
    AnyActor,
    Db,
    StudentActor,
    TeacherActor,
    TeacherNotAllowedHereError,
    public,
    signed_in,
    student_only,
    teacher_may_sign_in,
    teacher_only,
)
from server.security.passwords import hash_password
from server.security.recovery import RecoveryCode, new_code, normalise
from server.security.recovery import find as find_code
from server.security.routing import router
from server.security.services import Core

Result = TypeVar("Result")

teacher_account = router("/api/teachers", access=teacher_only)
student_account = router("/api/students", access=student_only)
student_locks = router("/api/students", access=teacher_only)
recovering = router("/api/auth", access=public)
everybodys_sessions = router("/api/auth", access=signed_in)


@teacher_account.get("/{teacher_id}", response_model=TeacherAnswer)
async def show_teacher(teacher: TeacherSelf, db: Db) -> TeacherAnswer:
    """The teacher's account, and how it is signed in to."""
    return TeacherAnswer.of(service.teacher_account(db, teacher), find_code(db, teacher.id))


@teacher_account.put("/{teacher_id}", response_model=SessionAnswer)
async def rename_teacher(teacher: TeacherSelf, body: TeacherBody, db: Db) -> SessionAnswer:
    """The teacher's name."""
    service.rename_teacher(db, teacher, body.name)
    return session_answer(db, teacher.role, teacher.id)


@teacher_account.put("/{teacher_id}/password", status_code=204, transaction="manual")
async def change_teacher_password(
    teacher: TeacherSelf, body: TeacherPasswordBody, request: Request, services: Core
) -> None:
    """A new password; the teacher is signed out on every other device."""
    if body.current_password is not None and await services.transactions.read(
        lambda db: service.has_password(db, teacher)
    ):
        await _change_password(request, services.transactions, teacher, body.current_password, body.new_password)
        return
    if not await services.transactions.read(lambda db: service.uses_identity_provider(db, teacher)):
        raise InvalidError(fields={"currentPassword": "is required"})
    await _set_password(services.transactions, teacher, body.new_password)


@teacher_account.post(
    "/{teacher_id}/recovery-code", status_code=201, response_model=RecoveryCodeAnswer, transaction="manual"
)
async def make_recovery_code(
    teacher: TeacherSelf, body: RecoveryCodeBody, request: Request, services: Core
) -> RecoveryCodeAnswer:
    """A new recovery code, shown this once; the one before counts no more."""
    current = body.current_password
    asked = await services.transactions.read(lambda db: recovery.require_proof(db, teacher, current))
    code = new_code()

    async def keep(device: Device) -> RecoveryCode:
        hashed = await hash_password(normalise(code))
        return await services.transactions.write(
            lambda db: recovery.keep(db, teacher, device, hashed, proved_by_password=asked)
        )

    if asked:
        kept = await _with_password(request, services.transactions, teacher, current or "", keep)
    else:
        kept = await keep(device_of(request))
    return RecoveryCodeAnswer(code=code, made_at=kept.created_at)


@recovering.post("/recover", response_model=SessionAnswer, transaction="manual")
async def recover(body: RecoverBody, request: Request, response: Response, services: Core) -> SessionAnswer:
    """A recovery code in place of a forgotten password: the new one counts, and the teacher is signed in."""
    if not teacher_may_sign_in(request):
        raise TeacherNotAllowedHereError
    candidate = await services.transactions.read(lambda db: recovery.find(db, body.username))

    async def conclude(device: Device, *, correct: bool) -> tuple[SignedIn, SessionAnswer] | None:
        hashed = await hash_password(body.new_password) if correct else ""

        def work(db: Session) -> tuple[SignedIn, SessionAnswer] | None:
            signed_in = recovery.use(db, device, candidate, correct=correct, password_hash=hashed)
            return None if signed_in is None else (signed_in, session_answer(db, "teacher", signed_in.account_id))

        return await services.transactions.write(work)

    entered = await attempt(request, services.transactions, candidate, normalise(body.code), conclude)
    if entered is None:
        raise InvalidRecoveryCodeError
    set_cookies(request, response, entered[0])
    return entered[1]


@student_account.put("/{student_id}/password", status_code=204, transaction="manual")
async def change_student_password(
    student: StudentSelf, body: StudentPasswordBody, actor: StudentActor, request: Request, services: Core
) -> None:
    """A new password; the student is signed out on every other device."""
    del student
    await _change_password(request, services.transactions, actor, body.current_password, body.new_password)


@student_locks.post("/{student_id}/unlock", status_code=204)
async def unlock_student(student: OwnStudent, actor: TeacherActor, db: Db) -> None:
    """Failed sign-ins of the student no longer count."""
    service.unlock(db, actor, student)


@everybodys_sessions.post("/logout-everywhere", status_code=204)
async def sign_out_everywhere(actor: AnyActor, request: Request, response: Response, db: Db) -> None:
    """Every session of the account ends, this one too."""
    service.sign_out_everywhere(db, actor)
    clear_session_cookie(request, response)


async def _set_password(steps: Transactions, teacher: Actor, new: str) -> None:
    """Without the present one, if there is any: who has just signed in at the identity provider may forget it."""
    await steps.read(lambda db: service.require_recent_sign_in(db, teacher))
    hashed = await hash_password(new)
    await steps.write(lambda db: service.set_password(db, teacher, hashed))


async def _with_password(
    request: Request, steps: Transactions, actor: Actor, current: str, keep: Callable[[Device], Awaitable[Result]]
) -> Result:
    """Return `await keep(device)` once the present password has proved to be right; else `WrongPasswordError`."""
    candidate = await steps.read(lambda db: service.candidate_of(db, actor))

    async def conclude(device: Device, *, correct: bool) -> Result:
        if not correct:
            await steps.write(lambda db: service.wrong_password(db, device, candidate))
            raise WrongPasswordError
        return await keep(device)

    return await attempt(request, steps, candidate, current, conclude)


async def _change_password(request: Request, steps: Transactions, actor: Actor, current: str, new: str) -> None:
    async def keep(device: Device) -> None:
        hashed = await hash_password(new)
        await steps.write(lambda db: service.change_password(db, actor, device, hashed))

    await _with_password(request, steps, actor, current, keep)
