"""Routes for students, and for the class that a student belongs to."""

from sqlalchemy.orm import Session

from server.domain.classrooms.access import (
    ClassroomToAdminister,
    ClassroomToRemove,
    ClassroomToReview,
    ClassroomToView,
)
from server.domain.classrooms.membership import get_classroom
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import ClassroomRow, get_classroom_row
from server.domain.classrooms.schemas import ClassroomResponse
from server.domain.students import archiving, moving, queries, service
from server.domain.students.access import (
    StudentToAdminister,
    StudentToManage,
    StudentToRemove,
    StudentToReview,
    VisibleClassroom,
    VisibleStudent,
)
from server.domain.students.models import Student
from server.domain.students.schemas import (
    ArchivedRequest,
    AwayRequest,
    MovingStudentsRequest,
    NewClassroomRequest,
    NewStudentRequest,
    StudentRequest,
    StudentResponse,
)
from server.domain.students.service import StudentFields
from server.requests.dependencies import Core
from server.requests.gates import Db, StaffActor, TeacherActor, in_class, staff, teacher_only
from server.requests.routing import router
from server.schema import CountResponse

students = router("/api/students", gate=teacher_only)
student_unlock = router("/api/students", gate=staff)
visible_students = router("/api/students", gate=in_class)
class_students = router("/api/classrooms", gate=teacher_only)
students_of_class = router("/api/classrooms", gate=staff)
visible_classrooms = router("/api/classrooms", gate=in_class)


def _to_response(db: Session, student: Student) -> StudentResponse:
    return StudentResponse.of(student, db.get_one(Classroom, student.classroom_id))


@visible_classrooms.get("/single/{classroom_id}", response_model=ClassroomResponse)
async def show_classroom(classroom: VisibleClassroom) -> ClassroomRow:
    """Show a class to its teacher and its students."""
    return classroom


@students_of_class.get("/{classroom_id}/students", response_model=list[StudentResponse])
async def list_students(classroom: ClassroomToView, db: Db) -> list[StudentResponse]:
    """List a class's students by last name, then first name."""
    return [StudentResponse.of(student, classroom) for student in queries.students_of(db, classroom)]


@class_students.post("/{classroom_id}/students/move", response_model=CountResponse)
async def move_students(
    classroom: ClassroomToAdminister, body: MovingStudentsRequest, actor: TeacherActor, db: Db
) -> CountResponse:
    """Move students of the teacher's other classes to this class: all or none."""
    return CountResponse(count=moving.move_many(db, actor, body.student_ids, classroom))


@students_of_class.post("/{classroom_id}/unlock", status_code=204)
async def unlock_class(classroom: ClassroomToReview, actor: StaffActor, db: Db) -> None:
    """Reset the count of the failed sign-ins of all students of a class."""
    service.unlock_class(db, actor, classroom)


@class_students.put("/{classroom_id}/archived", response_model=ClassroomResponse)
async def set_archived(
    classroom: ClassroomToRemove, body: ArchivedRequest, actor: TeacherActor, db: Db
) -> ClassroomRow:
    """Archive a class, which signs all students out, or bring it back with a new class code."""
    archiving.set_archived(db, actor, classroom, archived=body.archived)
    return get_classroom_row(db, actor, classroom.id)


@students.post("", status_code=201, response_model=StudentResponse, transaction="manual")
async def create_student(body: NewStudentRequest, actor: TeacherActor, services: Core) -> StudentResponse:
    """Create a student in a class."""
    fields = StudentFields(
        body.first_name,
        body.last_name,
        body.username,
        await services.password_hasher.hash(body.password),
        language=body.new_language,
    )

    def work(db: Session) -> StudentResponse:
        classroom = get_classroom(db, actor, "manage", body.classroom_id)
        return StudentResponse.of(service.create(db, classroom, fields), classroom)

    return await services.transactions.write(work)


@visible_students.get("/{student_id}", response_model=StudentResponse)
async def show_student(student: VisibleStudent, db: Db) -> StudentResponse:
    """Show a student to its teacher and to the student."""
    return _to_response(db, student)


@students.put("/{student_id}", response_model=StudentResponse, transaction="manual")
async def edit_student(
    student: StudentToManage, body: StudentRequest, actor: TeacherActor, services: Core
) -> StudentResponse:
    """Change a student's names, username, password or language."""
    hashed = None if body.password is None else await services.password_hasher.hash(body.password)
    fields = StudentFields(body.first_name, body.last_name, body.username, hashed, language=body.new_language)
    return await services.transactions.write(lambda db: _to_response(db, service.edit(db, actor, student.id, fields)))


@students.put("/{student_id}/classroom", response_model=StudentResponse)
async def move_student(
    student: StudentToAdminister, body: NewClassroomRequest, actor: TeacherActor, db: Db
) -> StudentResponse:
    """Move a student to another class of the teacher, with goals, history and balance."""
    classroom = get_classroom(db, actor, "administer", body.classroom_id)
    service.move(db, actor, student, classroom)
    return StudentResponse.of(student, classroom)


@students.put("/{student_id}/away", response_model=StudentResponse)
async def set_away(student: StudentToManage, body: AwayRequest, actor: TeacherActor, db: Db) -> StudentResponse:
    """Mark a student as away, which ends all sessions, or as back."""
    service.set_away(db, actor, student, away=body.away)
    return _to_response(db, student)


@student_unlock.post("/{student_id}/unlock", status_code=204)
async def unlock_student(student: StudentToReview, actor: StaffActor, db: Db) -> None:
    """Reset the count of the student's failed sign-ins."""
    service.unlock(db, actor, student)


@students.delete("/{student_id}", status_code=204)
async def delete_student(student: StudentToRemove, actor: TeacherActor, db: Db) -> None:
    """Delete a student with all goals and progress."""
    service.delete(db, actor, student)
