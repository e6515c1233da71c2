"""Routes for signing in with pictures, and for a class's pictures. A school's server responds 404 to all of them."""

from fastapi import Depends, Request, Response
from sqlalchemy.orm import Session

from server.domain.auth.access import WithSignIn
from server.domain.auth.schemas import SessionResponse
from server.domain.auth.session_cookies import respond_with_session
from server.domain.classrooms.access import ClassroomToManage, ClassroomToView
from server.domain.classrooms.models import Classroom
from server.domain.picture_sign_in import service, sign_in
from server.domain.picture_sign_in.errors import NoPictureSignInError
from server.domain.picture_sign_in.schemas import (
    ClassPicturesResponse,
    NameResponse,
    NamesRequest,
    PictureSignInRequest,
    RenewRequest,
    StudentPicturesRequest,
    SwitchRequest,
)
from server.domain.students.access import StudentToManage
from server.errors import DomainError
from server.requests.gates import Db, TeacherActor, public, require_class_computer, staff, teacher_only
from server.requests.routing import router

# On a school's server the names of a class would be shown to the internet.
_ON_A_CLASS_COMPUTER = [Depends(require_class_computer)]
picture_sign_in = router("/api/auth/pictures", gate=public, dependencies=_ON_A_CLASS_COMPUTER)
visible_class_pictures = router("/api/classrooms", gate=staff, dependencies=_ON_A_CLASS_COMPUTER)
class_pictures = router("/api/classrooms", gate=teacher_only, dependencies=_ON_A_CLASS_COMPUTER)
student_pictures = router("/api/students", gate=teacher_only, dependencies=_ON_A_CLASS_COMPUTER)


@picture_sign_in.post("/names", response_model=list[NameResponse], transaction="manual")
async def list_names(body: NamesRequest, context: WithSignIn) -> list[NameResponse]:
    """The students of a class that signs in with pictures."""
    names = await context.transactions.read(lambda db: sign_in.list_names(db, context.client, body.class_code))
    if names is None:
        await context.transactions.write(lambda db: sign_in.count_unknown_class(db, context.client))
        raise NoPictureSignInError
    return [NameResponse(student_id=student_id, label=label) for student_id, label in names]


@picture_sign_in.post("", response_model=SessionResponse, transaction="manual")
async def sign_in_with_pictures(
    body: PictureSignInRequest, request: Request, response: Response, context: WithSignIn
) -> SessionResponse:
    """Sign in a student with three pictures."""
    outcome = await context.transactions.write(
        lambda db: sign_in.sign_in(db, context.client, body.class_code, body.student_id, body.pictures)
    )
    if isinstance(outcome, DomainError):
        raise outcome
    return respond_with_session(request, response, outcome)


@visible_class_pictures.get("/{classroom_id}/pictures", response_model=ClassPicturesResponse)
async def show_pictures(classroom: ClassroomToView, db: Db) -> ClassPicturesResponse:
    """The pictures of a class."""
    return _to_response(db, classroom)


@class_pictures.put("/{classroom_id}/pictures", response_model=ClassPicturesResponse)
async def switch_pictures(
    classroom: ClassroomToManage, body: SwitchRequest, actor: TeacherActor, db: Db
) -> ClassPicturesResponse:
    """Switch the class's sign-in with pictures on or off."""
    service.switch(db, actor, classroom, on=body.on)
    return _to_response(db, classroom)


@class_pictures.post("/{classroom_id}/pictures/renew", response_model=ClassPicturesResponse)
async def renew_pictures(
    classroom: ClassroomToManage, body: RenewRequest, actor: TeacherActor, db: Db
) -> ClassPicturesResponse:
    """Give students of the class new pictures."""
    service.renew(db, actor, classroom, body.student_ids)
    return _to_response(db, classroom)


@student_pictures.put("/{student_id}/pictures", status_code=204)
async def set_pictures(student: StudentToManage, body: StudentPicturesRequest, actor: TeacherActor, db: Db) -> None:
    """Give a student the earlier pictures again, or none."""
    service.set_pictures(db, actor, student, body.pictures)


def _to_response(db: Session, classroom: Classroom) -> ClassPicturesResponse:
    db.flush()
    return service.pictures_of_class(db, classroom)
