"""The calls about the own account."""

from fastapi import Request, Response

from server.accounts import service
from server.accounts.schemas import StudentPasswordBody, TeacherAnswer, TeacherBody, TeacherPasswordBody
from server.accounts.service import WrongPasswordError
from server.database.transactions import Transactions
from server.errors import InvalidError
from server.security.actor import Actor
from server.security.gates import AnyActor, Db, StudentActor, signed_in, student_only, teacher_only
from server.security.passwords import check_password, hash_password
from server.security.queueing import Queues
from server.security.routing import Steps, router
from server.signin.cookies import clear_session_cookie, device_of
from server.signin.queries import session_answer
from server.signin.schemas import SessionAnswer
from server.signin.service import check_brakes
from server.students.access import OwnStudent, StudentSelf
from server.teachers.access import TeacherSelf
from server.teachers.models import Teacher

teacher_account = router("/api/teachers", access=teacher_only)
student_account = router("/api/students", access=student_only)
student_locks = router("/api/students", access=teacher_only)
everybodys_sessions = router("/api/auth", access=signed_in)


@teacher_account.get("/{teacher_id}", response_model=TeacherAnswer)
async def show_teacher(teacher: TeacherSelf, db: Db) -> Teacher:
    """The teacher's account, and how it is signed in to."""
    return service.teacher_account(db, teacher)


@teacher_account.put("/{teacher_id}", response_model=SessionAnswer)
async def rename_teacher(teacher: TeacherSelf, body: TeacherBody, db: Db) -> SessionAnswer:
    """The teacher's name."""
    service.rename_teacher(db, teacher, body.name)
    return session_answer(db, teacher.role, teacher.id)


@teacher_account.put("/{teacher_id}/password", status_code=204)
async def change_teacher_password(
    teacher: TeacherSelf, body: TeacherPasswordBody, request: Request, steps: Steps
) -> None:
    """A new password; the teacher is signed out on every other device."""
    if body.current_password is not None and await steps.read(lambda db: service.has_password(db, teacher)):
        await _change_password(request, steps, teacher, body.current_password, body.new_password)
        return
    if not await steps.read(lambda db: service.uses_identity_provider(db, teacher)):
        raise InvalidError(fields={"currentPassword": "is required"})
    await _set_password(steps, teacher, body.new_password)


@student_account.put("/{student_id}/password", status_code=204)
async def change_student_password(
    student: StudentSelf, body: StudentPasswordBody, actor: StudentActor, request: Request, steps: Steps
) -> None:
    """A new password; the student is signed out on every other device."""
    del student
    await _change_password(request, steps, actor, body.current_password, body.new_password)


@student_locks.post("/{student_id}/unlock", status_code=204)
async def unlock_student(student: OwnStudent, db: Db) -> None:
    """Failed sign-ins of the student no longer count."""
    service.unlock(db, student)


@everybodys_sessions.post("/logout-everywhere", status_code=204)
async def sign_out_everywhere(actor: AnyActor, response: Response, db: Db) -> None:
    """Every session of the account ends, this one too."""
    service.sign_out_everywhere(db, actor)
    clear_session_cookie(response)


async def _set_password(steps: Transactions, teacher: Actor, new: str) -> None:
    """Without the present one, if there is any: who has just signed in at the identity provider may forget it."""
    await steps.read(lambda db: service.require_recent_sign_in(db, teacher))
    hashed = await hash_password(new)
    await steps.write(lambda db: service.set_password(db, teacher, hashed))


async def _change_password(request: Request, steps: Transactions, actor: Actor, current: str, new: str) -> None:
    device = device_of(request)
    queues: Queues = request.app.state.queues
    candidate = await steps.read(lambda db: service.candidate_of(db, actor))
    with queues.sign_in(device.address):
        await steps.read(lambda db: check_brakes(db, device, candidate))
        correct = await check_password(candidate.password_hash, current)
        if not correct:
            await steps.write(lambda db: service.wrong_password(db, device, candidate))
            raise WrongPasswordError
        hashed = await hash_password(new)
    await steps.write(lambda db: service.change_password(db, actor, device, hashed))
