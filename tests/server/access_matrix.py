"""Every call, asked by everybody who must not and by those who may (docs/api.md, the column "who").

A route without a row fails, and so does a row without a route.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.factories.stored import name_of_backup
from tests.factories.world import PASSWORD, World
from tests.server.access_rows import PEOPLE, Rows


def a_backup(rows: Rows) -> str:
    """The name of one that the computer has."""
    return name_of_backup(rows.world)


@dataclass(frozen=True)
class Call:
    """One call as its owner makes it, and the status that each person gets."""

    path: Callable[[Rows], str]
    expected: dict[str, int]
    body: Callable[[Rows], dict[str, Any]] | None = None
    form: Callable[[Rows], dict[str, str]] | None = None


def public(status: int, *, teachers_elsewhere: int | None = None) -> dict[str, int]:
    return dict.fromkeys(PEOPLE, status) | {"teacher elsewhere": teachers_elsewhere or status}


def expected(owner: int, **others: int) -> dict[str, int]:
    """The statuses of a teacher's call: 403 wrong role, 404 somebody else's; `others` where it differs."""
    statuses = {
        "anonymous": 401,
        "student": 403,
        "classmate": 403,
        "outsider": 403,
        "teacher": owner,
        "other teacher": 404,
        "teacher elsewhere": 403,
    }
    return statuses | {name.replace("_", " "): status for name, status in others.items()}


def teacher_and_student(status: int) -> dict[str, int]:
    return expected(status, student=status, classmate=404, outsider=404)


def student_alone(status: int) -> dict[str, int]:
    return expected(status, student=status, classmate=404, outsider=404, teacher=403, other_teacher=403)


ON_OTHER_DEVICES = dict.fromkeys(("student", "classmate", "outsider"), 403)

STUDENT_BODY = {"firstName": "Noor", "lastName": "Ali", "username": "noor", "password": "pass"}
GOAL_BODY = {"name": "Read", "goalbucks": 5}
ITEM_BODY = {"name": "Pencil", "goalbucksCost": 5}

CALLS: dict[str, Call] = {
    "GET /api/health": Call(lambda _: "/api/health", public(200)),
    "GET /api/auth/config": Call(lambda _: "/api/auth/config", public(200)),
    "GET /api/network": Call(lambda _: "/api/network", expected(200, other_teacher=200)),
    "PUT /api/network/adapter": Call(
        lambda _: "/api/network/adapter", expected(200, other_teacher=200), body=lambda _: {"name": None}
    ),
    "GET /api/warnings": Call(lambda _: "/api/warnings", expected(200, other_teacher=200)),
    "GET /api/network/doors": Call(lambda _: "/api/network/doors", public(200)),
    "GET /api/settings": Call(lambda _: "/api/settings", expected(200, other_teacher=200)),
    "PUT /api/settings": Call(
        lambda _: "/api/settings", expected(200, other_teacher=200), body=lambda _: {"keepAwake": False}
    ),
    "POST /api/settings/show-logs": Call(lambda _: "/api/settings/show-logs", expected(409, other_teacher=409)),
    "GET /api/backups": Call(lambda _: "/api/backups", expected(200, other_teacher=200)),
    "POST /api/backups": Call(lambda _: "/api/backups", expected(201, other_teacher=201), body=lambda _: {}),
    "GET /api/backups/{name}/file": Call(
        lambda r: f"/api/backups/{a_backup(r)}/file", expected(200, other_teacher=200)
    ),
    "POST /api/backups/{name}/restore": Call(
        lambda r: f"/api/backups/{a_backup(r)}/restore", expected(200, other_teacher=200), body=lambda _: {}
    ),
    "POST /api/backups/restore": Call(
        lambda _: "/api/backups/restore", expected(422, other_teacher=422), body=lambda _: {}
    ),
    "POST /api/backups/show-folder": Call(lambda _: "/api/backups/show-folder", expected(409, other_teacher=409)),
    "GET /api/auth/session": Call(
        lambda _: "/api/auth/session", public(200, teachers_elsewhere=401) | {"anonymous": 401}
    ),
    "POST /api/auth/logout": Call(lambda _: "/api/auth/logout", public(204)),
    "POST /api/auth/student": Call(
        lambda _: "/api/auth/student",
        public(200),
        body=lambda r: {
            "username": r.student.username,
            "password": PASSWORD,
            "classCode": r.classroom.class_code,
        },
    ),
    "POST /api/auth/teacher": Call(
        lambda _: "/api/auth/teacher",
        dict.fromkeys(PEOPLE, 403) | {"anonymous": 200, "teacher": 200, "other teacher": 200},
        body=lambda r: {"username": r.teacher.email, "password": PASSWORD},
    ),
    "POST /api/auth/register-teacher": Call(
        lambda _: "/api/auth/register-teacher",
        dict.fromkeys(PEOPLE, 403) | {"anonymous": 201, "teacher": 201, "other teacher": 201},
        body=lambda _: {"name": "New Teacher", "email": "new@school.test", "password": PASSWORD},
    ),
    "POST /api/auth/firebase": Call(
        lambda _: "/api/auth/firebase",
        dict.fromkeys(PEOPLE, 403) | {"anonymous": 503, "teacher": 503, "other teacher": 503},
        body=lambda _: {"idToken": "a token"},
    ),
    "POST /api/auth/handoff/deliver": Call(
        lambda _: "/api/auth/handoff/deliver",
        public(410, teachers_elsewhere=403) | ON_OTHER_DEVICES,
        body=lambda _: {"handoff": "a handoff", "idToken": "a token"},
    ),
    "POST /api/auth/handoff/look": Call(
        lambda _: "/api/auth/handoff/look",
        public(410, teachers_elsewhere=403) | ON_OTHER_DEVICES,
        body=lambda _: {"handoff": "a handoff", "verifier": "a verifier"},
    ),
    "POST /api/auth/handoff/claim": Call(
        lambda _: "/api/auth/handoff/claim",
        public(410, teachers_elsewhere=403) | ON_OTHER_DEVICES,
        body=lambda _: {"handoff": "a handoff", "verifier": "a verifier"},
    ),
    "GET /api/classrooms": Call(lambda _: "/api/classrooms", expected(200, other_teacher=200)),
    "POST /api/classrooms": Call(
        lambda _: "/api/classrooms", expected(201, other_teacher=201), body=lambda _: {"name": "Math 101"}
    ),
    "GET /api/classrooms/single/{classroom_id}": Call(
        lambda r: f"/api/classrooms/single/{r.classroom.id}",
        expected(200, student=200, classmate=200, outsider=404),
    ),
    "PUT /api/classrooms/{classroom_id}": Call(
        lambda r: f"/api/classrooms/{r.classroom.id}", expected(200), body=lambda _: {"name": "Math 102"}
    ),
    "POST /api/classrooms/{classroom_id}/class-code": Call(
        lambda r: f"/api/classrooms/{r.classroom.id}/class-code", expected(200)
    ),
    "DELETE /api/classrooms/{classroom_id}": Call(lambda r: f"/api/classrooms/{r.classroom.id}", expected(204)),
    "GET /api/classrooms/{classroom_id}/students": Call(
        lambda r: f"/api/classrooms/{r.classroom.id}/students", expected(200)
    ),
    "GET /api/classrooms/{classroom_id}/students/stats": Call(
        lambda r: f"/api/classrooms/{r.classroom.id}/students/stats", expected(200)
    ),
    "GET /api/classrooms/{classroom_id}/signed-in": Call(
        lambda r: f"/api/classrooms/{r.classroom.id}/signed-in", expected(200)
    ),
    "POST /api/students": Call(
        lambda _: "/api/students", expected(201), body=lambda r: {**STUDENT_BODY, "classroomId": r.classroom.id}
    ),
    "GET /api/students/{student_id}": Call(lambda r: f"/api/students/{r.student.id}", teacher_and_student(200)),
    "PUT /api/students/{student_id}": Call(
        lambda r: f"/api/students/{r.student.id}", expected(200), body=lambda _: STUDENT_BODY
    ),
    "DELETE /api/students/{student_id}": Call(lambda r: f"/api/students/{r.student.id}", expected(204)),
    "GET /api/students/{student_id}/goals": Call(
        lambda r: f"/api/students/{r.student.id}/goals", teacher_and_student(200)
    ),
    "GET /api/students/{student_id}/goalbucks": Call(
        lambda r: f"/api/students/{r.student.id}/goalbucks", teacher_and_student(200)
    ),
    "GET /api/students/{student_id}/ledger": Call(
        lambda r: f"/api/students/{r.student.id}/ledger", teacher_and_student(200)
    ),
    "POST /api/goals": Call(
        lambda _: "/api/goals",
        expected(201),
        body=lambda r: {**GOAL_BODY, "studentId": r.student.id, "classroomId": r.classroom.id},
    ),
    "POST /api/goals/bulk": Call(
        lambda _: "/api/goals/bulk",
        expected(201),
        body=lambda r: {**GOAL_BODY, "studentIds": [r.student.id], "classroomId": r.classroom.id},
    ),
    "PUT /api/goals/{goal_id}": Call(lambda r: f"/api/goals/{r.goal.id}", expected(200), body=lambda _: GOAL_BODY),
    "DELETE /api/goals/{goal_id}": Call(lambda r: f"/api/goals/{r.goal.id}", expected(204)),
    "POST /api/goals/{goal_id}/complete": Call(lambda r: f"/api/goals/{r.goal.id}/complete", expected(200)),
    "POST /api/goals/{goal_id}/reopen": Call(lambda r: f"/api/goals/{r.completed.id}/reopen", expected(200)),
    "GET /api/assignments/teacher/{teacher_id}": Call(
        lambda r: f"/api/assignments/teacher/{r.teacher.id}", expected(200)
    ),
    "GET /api/assignments/{assignment_id}": Call(lambda r: f"/api/assignments/{r.assignment}", expected(200)),
    "PUT /api/assignments/{assignment_id}": Call(
        lambda r: f"/api/assignments/{r.assignment}", expected(200), body=lambda _: GOAL_BODY
    ),
    "DELETE /api/assignments/{assignment_id}": Call(lambda r: f"/api/assignments/{r.assignment}", expected(200)),
    "POST /api/submissions/upload": Call(
        lambda _: "/api/submissions/upload",
        student_alone(201),
        form=lambda r: {
            "goalId": r.goal.id,
            "studentId": r.student.id,
            "classroomId": r.classroom.id,
            "submissionText": "Done",
        },
    ),
    "DELETE /api/submissions/{submission_id}": Call(
        lambda r: f"/api/submissions/{r.submission.id}", student_alone(204)
    ),
    "GET /api/submissions/teacher/{teacher_id}": Call(
        lambda r: f"/api/submissions/teacher/{r.teacher.id}", expected(200)
    ),
    "GET /api/submissions/student/{student_id}": Call(
        lambda r: f"/api/submissions/student/{r.student.id}", teacher_and_student(200)
    ),
    # The submission is a text alone: who may see it is told that it has no image.
    "GET /api/submissions/{submission_id}/image": Call(
        lambda r: f"/api/submissions/{r.submission.id}/image", teacher_and_student(404)
    ),
    "PATCH /api/submissions/{submission_id}/review": Call(
        lambda r: f"/api/submissions/{r.submission.id}/review", expected(200), body=lambda _: {"status": "approved"}
    ),
    "POST /api/submissions/{submission_id}/undo-review": Call(
        lambda r: f"/api/submissions/{r.submission.id}/undo-review", expected(409)
    ),
    "POST /api/submissions/review": Call(
        lambda _: "/api/submissions/review",
        expected(200),
        body=lambda r: {"submissionIds": [r.submission.id], "status": "approved"},
    ),
    "GET /api/goals/teacher/{teacher_id}": Call(lambda r: f"/api/goals/teacher/{r.teacher.id}", expected(200)),
    "GET /api/goal-suggestions/teacher/{teacher_id}": Call(
        lambda r: f"/api/goal-suggestions/teacher/{r.teacher.id}", expected(200)
    ),
    "GET /api/goal-suggestions/student/{student_id}": Call(
        lambda r: f"/api/goal-suggestions/student/{r.student.id}", teacher_and_student(200)
    ),
    "POST /api/goal-suggestions": Call(
        lambda _: "/api/goal-suggestions",
        student_alone(201),
        body=lambda r: {"studentId": r.student.id, "suggestedName": "Swim", "suggestedGoalbucks": 5},
    ),
    "PUT /api/goal-suggestions/{suggestion_id}/approve": Call(
        lambda r: f"/api/goal-suggestions/{r.suggestion.id}/approve", expected(200), body=lambda _: {}
    ),
    "PUT /api/goal-suggestions/{suggestion_id}/deny": Call(
        lambda r: f"/api/goal-suggestions/{r.suggestion.id}/deny", expected(200)
    ),
    "POST /api/goal-suggestions/{suggestion_id}/undo-answer": Call(
        lambda r: f"/api/goal-suggestions/{r.answered_suggestion.id}/undo-answer", expected(200)
    ),
    "GET /api/store/classroom/{classroom_id}": Call(
        lambda r: f"/api/store/classroom/{r.classroom.id}",
        expected(200, student=200, classmate=200, outsider=404),
    ),
    "POST /api/store": Call(
        lambda _: "/api/store", expected(201), body=lambda r: {**ITEM_BODY, "classroomId": r.classroom.id}
    ),
    "PUT /api/store/{item_id}": Call(lambda r: f"/api/store/{r.item.id}", expected(200), body=lambda _: ITEM_BODY),
    "DELETE /api/store/{item_id}": Call(lambda r: f"/api/store/{r.item.id}", expected(204)),
    "GET /api/purchases/classroom/{classroom_id}": Call(
        lambda r: f"/api/purchases/classroom/{r.classroom.id}", expected(200)
    ),
    "GET /api/purchases/teacher/{teacher_id}": Call(lambda r: f"/api/purchases/teacher/{r.teacher.id}", expected(200)),
    "GET /api/purchases/student/{student_id}": Call(
        lambda r: f"/api/purchases/student/{r.student.id}", teacher_and_student(200)
    ),
    "POST /api/purchases": Call(
        lambda _: "/api/purchases",
        student_alone(201),
        body=lambda r: {"studentId": r.student.id, "itemId": r.item.id},
    ),
    "PATCH /api/purchases/{purchase_id}/fulfill": Call(
        lambda r: f"/api/purchases/{r.purchase.id}/fulfill", expected(200)
    ),
    "POST /api/purchases/{purchase_id}/unfulfill": Call(
        lambda r: f"/api/purchases/{r.fulfilled_purchase.id}/unfulfill", expected(200)
    ),
    "POST /api/purchases/{purchase_id}/cancel": Call(lambda r: f"/api/purchases/{r.purchase.id}/cancel", expected(200)),
    "POST /api/students/{student_id}/corrections": Call(
        lambda r: f"/api/students/{r.student.id}/corrections",
        expected(201),
        body=lambda _: {"amount": -5, "reason": "Counted twice"},
    ),
    "POST /api/goalbucks/award": Call(
        lambda _: "/api/goalbucks/award",
        expected(201),
        body=lambda r: {"classroomId": r.classroom.id, "studentIds": [r.student.id], "amount": 5, "reason": "Tidy"},
    ),
    "GET /api/goalbucks/award/{assignment_id}": Call(lambda r: f"/api/goalbucks/award/{r.award}", expected(200)),
    "POST /api/goalbucks/award/{assignment_id}/reverse": Call(
        lambda r: f"/api/goalbucks/award/{r.award}/reverse", expected(200)
    ),
    "GET /api/students/teacher/{teacher_id}": Call(lambda r: f"/api/students/teacher/{r.teacher.id}", expected(200)),
    "GET /api/classrooms/{classroom_id}/balances.csv": Call(
        lambda r: f"/api/classrooms/{r.classroom.id}/balances.csv", expected(200)
    ),
    "PUT /api/students/{student_id}/classroom": Call(
        lambda r: f"/api/students/{r.student.id}/classroom",
        expected(200),
        body=lambda r: {"classroomId": r.classroom.id},
    ),
    "POST /api/students/{student_id}/unlock": Call(lambda r: f"/api/students/{r.student.id}/unlock", expected(204)),
    "PUT /api/students/{student_id}/password": Call(
        lambda r: f"/api/students/{r.student.id}/password",
        student_alone(204),
        body=lambda _: {"currentPassword": PASSWORD, "newPassword": "another"},
    ),
    "GET /api/teachers/{teacher_id}/export": Call(lambda r: f"/api/teachers/{r.teacher.id}/export", expected(200)),
    "GET /api/students/{student_id}/export": Call(lambda r: f"/api/students/{r.student.id}/export", expected(200)),
    "POST /api/students/{student_id}/erase": Call(lambda r: f"/api/students/{r.student.id}/erase", expected(200)),
    "DELETE /api/backups/{name}": Call(lambda r: f"/api/backups/{a_backup(r)}", expected(204, other_teacher=204)),
    "GET /api/settings/image-retention": Call(
        lambda _: "/api/settings/image-retention?days=90", expected(200, other_teacher=200)
    ),
    "GET /api/teachers/{teacher_id}": Call(lambda r: f"/api/teachers/{r.teacher.id}", expected(200)),
    "PUT /api/teachers/{teacher_id}": Call(
        lambda r: f"/api/teachers/{r.teacher.id}", expected(200), body=lambda _: {"name": "Elena Ruiz"}
    ),
    "POST /api/teachers/{teacher_id}/recovery-code": Call(
        lambda r: f"/api/teachers/{r.teacher.id}/recovery-code",
        expected(201),
        body=lambda _: {"currentPassword": PASSWORD},
    ),
    # Nobody has a code in this class: whoever may try is told so.
    "POST /api/auth/recover": Call(
        lambda _: "/api/auth/recover",
        dict.fromkeys(PEOPLE, 403) | {"anonymous": 401, "teacher": 401, "other teacher": 401},
        body=lambda r: {"username": r.teacher.email, "code": "ABCDE", "newPassword": PASSWORD},
    ),
    "GET /api/activity": Call(lambda _: "/api/activity", expected(200, other_teacher=200)),
    "PUT /api/teachers/{teacher_id}/password": Call(
        lambda r: f"/api/teachers/{r.teacher.id}/password",
        expected(204),
        body=lambda _: {"currentPassword": PASSWORD, "newPassword": "another"},
    ),
    "POST /api/auth/logout-everywhere": Call(
        lambda _: "/api/auth/logout-everywhere",
        expected(204, student=204, classmate=204, outsider=204, other_teacher=204),
    ),
    "GET /api/events": Call(
        lambda _: "/api/events", expected(200, student=200, classmate=200, outsider=200, other_teacher=200)
    ),
}


def make_rows(world: World) -> Rows:
    """All of them, so that no call finds less than it is about, or makes it while it is watched."""
    rows = Rows(world)
    for name, each in vars(Rows).items():
        if isinstance(each, cached_property):
            getattr(rows, name)
    for call in CALLS.values():
        call.path(rows)  # some need a file
    return rows
