"""The registry of calls: who may make each one, with an example of it (docs/api.md, the column "who").

A route without an entry fails a test, and so does an entry without a route. Tests of every call derive their calls
from here: access, foreign origins, unreadable bodies, unknown ids, other devices, power cuts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from httpx2 import Response

from server.database.base import Entity
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goals.models import Goal
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from tests.factories.app import PASSWORD, ApiClient, TestApp
from tests.factories.call_rows import PEOPLE, RECOVERY_CODE, Rows

Body = dict[str, Any]
READS = {"GET", "HEAD"}


@dataclass(frozen=True)
class Call:
    """One call: the status that each person gets, and an example that succeeds for its owner."""

    expected: Mapping[str, int]
    body: Body | Callable[[Rows], Body] | None = None
    """The JSON; a function of the rows when it names them."""
    form: Callable[[Rows], dict[str, str]] | None = None
    row: str | None = None
    """The attribute of `Rows` for the path's parameter; by default the one that is called like it."""
    query: str = ""
    lists: type[Entity] | None = None
    """The rows whose ids are listed in the answer."""


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


def every_teacher(status: int) -> dict[str, int]:
    return expected(status, other_teacher=status)


def everybody_signed_in(status: int) -> dict[str, int]:
    return expected(status, student=status, classmate=status, outsider=status, other_teacher=status)


def teacher_and_student(status: int) -> dict[str, int]:
    return expected(status, student=status, classmate=404, outsider=404)


def teacher_and_class(status: int) -> dict[str, int]:
    return expected(status, student=status, classmate=status, outsider=404)


def student_alone(status: int) -> dict[str, int]:
    return expected(status, student=status, classmate=404, outsider=404, teacher=403, other_teacher=403)


def teachers_signing_in(status: int) -> dict[str, int]:
    return dict.fromkeys(PEOPLE, 403) | {"anonymous": status, "teacher": status, "other teacher": status}


def this_computer(status: int) -> dict[str, int]:
    on_other_devices = dict.fromkeys(("student", "classmate", "outsider"), 403)
    return public(status, teachers_elsewhere=403) | on_other_devices


STUDENT_BODY = {"firstName": "Noor", "lastName": "Ali", "username": "noor", "password": "pass"}
GOAL_BODY = {"name": "Read", "goalbucks": 5}
ITEM_BODY = {"name": "Pen", "goalbucksCost": 6}
HANDOFF_BODY = {"handoff": "a handoff", "verifier": "a verifier"}
NEW_PASSWORD_BODY = {"currentPassword": PASSWORD, "newPassword": "another"}

CALLS: dict[str, Call] = {
    # ---- The computer
    "GET /api/health": Call(public(200)),
    "GET /api/events": Call(everybody_signed_in(200)),
    "GET /api/network": Call(every_teacher(200)),
    "PUT /api/network/adapter": Call(every_teacher(200), body={"name": None}),
    "GET /api/network/doors": Call(public(200)),
    "GET /api/warnings": Call(every_teacher(200)),
    "GET /api/settings": Call(every_teacher(200)),
    "PUT /api/settings": Call(every_teacher(200), body={"keepAwake": False}),
    "GET /api/settings/image-retention": Call(every_teacher(200), query="?days=90"),
    "POST /api/settings/show-logs": Call(every_teacher(409)),
    "GET /api/activity": Call(every_teacher(200)),
    # ---- Backups
    "GET /api/backups": Call(every_teacher(200)),
    "POST /api/backups": Call(every_teacher(201), body={}),
    "GET /api/backups/{name}/file": Call(every_teacher(200), row="backup"),
    "POST /api/backups/{name}/restore": Call(every_teacher(200), row="backup", body={}),
    "DELETE /api/backups/{name}": Call(every_teacher(204), row="backup"),
    "POST /api/backups/restore": Call(every_teacher(422)),  # the file is its body
    "POST /api/backups/show-folder": Call(every_teacher(409)),
    # ---- Signing in
    "GET /api/auth/config": Call(public(200)),
    "GET /api/auth/session": Call(public(200, teachers_elsewhere=401) | {"anonymous": 401}),
    "POST /api/auth/student": Call(
        public(200),
        body=lambda r: {
            "username": r.student.username,
            "password": PASSWORD,
            "classCode": r.classroom.class_code,
        },
    ),
    "POST /api/auth/teacher": Call(
        teachers_signing_in(200), body=lambda r: {"username": r.teacher.email, "password": PASSWORD}
    ),
    "POST /api/auth/register-teacher": Call(
        teachers_signing_in(201), body={"name": "New Teacher", "email": "new@school.test", "password": PASSWORD}
    ),
    "POST /api/auth/recover": Call(
        teachers_signing_in(200),
        body=lambda r: {"username": r.recovering.email, "code": RECOVERY_CODE, "newPassword": PASSWORD},
    ),
    "POST /api/auth/firebase": Call(teachers_signing_in(503), body={"idToken": "a token"}),
    "POST /api/auth/handoff/deliver": Call(this_computer(410), body={"handoff": "a handoff", "idToken": "a token"}),
    "POST /api/auth/handoff/look": Call(this_computer(410), body=HANDOFF_BODY),
    "POST /api/auth/handoff/claim": Call(this_computer(410), body=HANDOFF_BODY),
    "POST /api/auth/logout": Call(public(204)),
    "POST /api/auth/logout-everywhere": Call(everybody_signed_in(204)),
    # ---- Teachers
    "GET /api/teachers/{teacher_id}": Call(expected(200)),
    "PUT /api/teachers/{teacher_id}": Call(expected(200), body={"name": "Elena Ruiz"}),
    "PUT /api/teachers/{teacher_id}/password": Call(expected(204), body=NEW_PASSWORD_BODY),
    "POST /api/teachers/{teacher_id}/recovery-code": Call(expected(201), body={"currentPassword": PASSWORD}),
    "GET /api/teachers/{teacher_id}/export": Call(expected(200)),
    # ---- Classes
    "GET /api/classrooms": Call(every_teacher(200)),
    "POST /api/classrooms": Call(every_teacher(201), body={"name": "Math 101"}),
    "GET /api/classrooms/single/{classroom_id}": Call(teacher_and_class(200)),
    "PUT /api/classrooms/{classroom_id}": Call(expected(200), body={"name": "Math 102"}),
    "POST /api/classrooms/{classroom_id}/class-code": Call(expected(200)),
    "DELETE /api/classrooms/{classroom_id}": Call(expected(204)),
    "GET /api/classrooms/{classroom_id}/students": Call(expected(200), lists=Student),
    "GET /api/classrooms/{classroom_id}/students/stats": Call(expected(200), lists=Student),
    "GET /api/classrooms/{classroom_id}/signed-in": Call(expected(200)),
    "GET /api/classrooms/{classroom_id}/balances.csv": Call(expected(200)),
    # ---- Students
    "GET /api/students/teacher/{teacher_id}": Call(expected(200), lists=Student),
    "POST /api/students": Call(expected(201), body=lambda r: {**STUDENT_BODY, "classroomId": r.classroom.id}),
    "GET /api/students/{student_id}": Call(teacher_and_student(200)),
    "PUT /api/students/{student_id}": Call(expected(200), body=STUDENT_BODY),
    "DELETE /api/students/{student_id}": Call(expected(204)),
    "PUT /api/students/{student_id}/classroom": Call(
        expected(200), body=lambda r: {"classroomId": r.other_classroom.id}
    ),
    "PUT /api/students/{student_id}/password": Call(student_alone(204), body=NEW_PASSWORD_BODY),
    "POST /api/students/{student_id}/unlock": Call(expected(204)),
    "GET /api/students/{student_id}/export": Call(expected(200)),
    "POST /api/students/{student_id}/erase": Call(expected(200)),
    # ---- Goals
    "GET /api/students/{student_id}/goals": Call(teacher_and_student(200), lists=Goal),
    "GET /api/goals/teacher/{teacher_id}": Call(expected(200), lists=Goal),
    "POST /api/goals": Call(
        expected(201), body=lambda r: {**GOAL_BODY, "studentId": r.student.id, "classroomId": r.classroom.id}
    ),
    "POST /api/goals/bulk": Call(
        expected(201), body=lambda r: {**GOAL_BODY, "studentIds": [r.student.id], "classroomId": r.classroom.id}
    ),
    "PUT /api/goals/{goal_id}": Call(expected(200), body=GOAL_BODY),
    "DELETE /api/goals/{goal_id}": Call(expected(204)),
    "POST /api/goals/{goal_id}/complete": Call(expected(200)),
    "POST /api/goals/{goal_id}/reopen": Call(expected(200), row="completed"),
    "GET /api/assignments/teacher/{teacher_id}": Call(expected(200)),
    "GET /api/assignments/{assignment_id}": Call(expected(200)),
    "PUT /api/assignments/{assignment_id}": Call(expected(200), body=GOAL_BODY),
    "DELETE /api/assignments/{assignment_id}": Call(expected(200)),
    # ---- Submissions
    "POST /api/submissions/upload": Call(
        student_alone(201),
        form=lambda r: {
            "goalId": r.goal.id,
            "studentId": r.student.id,
            "classroomId": r.classroom.id,
            "submissionText": "Done",
        },
    ),
    "DELETE /api/submissions/{submission_id}": Call(student_alone(204)),
    "GET /api/submissions/teacher/{teacher_id}": Call(expected(200), lists=Submission),
    "GET /api/submissions/student/{student_id}": Call(teacher_and_student(200), lists=Submission),
    # The submission is a text alone: who may see it is told that it has no image.
    "GET /api/submissions/{submission_id}/image": Call(teacher_and_student(404)),
    "PATCH /api/submissions/{submission_id}/review": Call(expected(200), body={"status": "approved"}),
    "POST /api/submissions/{submission_id}/undo-review": Call(expected(200), row="denied_submission"),
    "POST /api/submissions/review": Call(
        expected(200), body=lambda r: {"submissionIds": [r.submission.id], "status": "approved"}
    ),
    # ---- Suggestions
    "GET /api/goal-suggestions/teacher/{teacher_id}": Call(expected(200), lists=GoalSuggestion),
    "GET /api/goal-suggestions/student/{student_id}": Call(teacher_and_student(200), lists=GoalSuggestion),
    "POST /api/goal-suggestions": Call(
        student_alone(201),
        body=lambda r: {"studentId": r.student.id, "suggestedName": "Swim", "suggestedGoalbucks": 5},
    ),
    "PUT /api/goal-suggestions/{suggestion_id}/approve": Call(expected(200), body={}),
    "PUT /api/goal-suggestions/{suggestion_id}/deny": Call(expected(200), body={}),
    "POST /api/goal-suggestions/{suggestion_id}/undo-answer": Call(expected(200), row="approved_suggestion"),
    # ---- Goalbucks
    "GET /api/students/{student_id}/goalbucks": Call(teacher_and_student(200)),
    "GET /api/students/{student_id}/ledger": Call(teacher_and_student(200), lists=LedgerEntry),
    "POST /api/students/{student_id}/corrections": Call(expected(201), body={"amount": -5, "reason": "Counted twice"}),
    "POST /api/goalbucks/award": Call(
        expected(201),
        body=lambda r: {"classroomId": r.classroom.id, "studentIds": [r.student.id], "amount": 5, "reason": "Tidy"},
    ),
    "GET /api/goalbucks/award/{assignment_id}": Call(expected(200), row="award"),
    "POST /api/goalbucks/award/{assignment_id}/reverse": Call(expected(200), row="award"),
    # ---- The class store
    "GET /api/store/classroom/{classroom_id}": Call(teacher_and_class(200), lists=StoreItem),
    "POST /api/store": Call(expected(201), body=lambda r: {**ITEM_BODY, "classroomId": r.classroom.id}),
    "PUT /api/store/{item_id}": Call(expected(200), body=ITEM_BODY),
    "DELETE /api/store/{item_id}": Call(expected(204)),
    "GET /api/purchases/classroom/{classroom_id}": Call(expected(200), lists=Purchase),
    "GET /api/purchases/teacher/{teacher_id}": Call(expected(200), lists=Purchase),
    "GET /api/purchases/student/{student_id}": Call(teacher_and_student(200), lists=Purchase),
    "POST /api/purchases": Call(student_alone(201), body=lambda r: {"studentId": r.student.id, "itemId": r.item.id}),
    "PATCH /api/purchases/{purchase_id}/fulfill": Call(expected(200), body={}),
    "POST /api/purchases/{purchase_id}/unfulfill": Call(expected(200), row="fulfilled_purchase"),
    "POST /api/purchases/{purchase_id}/cancel": Call(expected(200), body={}),
}
WRITES = [name for name in CALLS if name.split()[0] not in READS]


def split(name: str) -> tuple[str, str]:
    """The method of a call and the template of its path."""
    method, path = name.split()
    return method, path


def parameter_of(name: str) -> str | None:
    """The name of the path's parameter; no path has two."""
    return name.partition("{")[2].partition("}")[0] or None


def owner_of(name: str) -> str:
    """Somebody who may make the call."""
    may = [person for person in PEOPLE if CALLS[name].expected[person] < 400]
    return next((each for each in ("teacher", "student", "anonymous") if each in may), "teacher")


@dataclass(frozen=True)
class CallRequest:
    """A call to certain rows."""

    method: str
    path: str
    json: Body | None = None
    form: dict[str, str] | None = None

    def send(self, browser: ApiClient, headers: Mapping[str, str] | None = None) -> Response:
        """Make the call; without a file if it takes a form."""
        options: dict[str, Any] = {}
        if self.json is not None:
            options["json"] = self.json
        if self.form is not None:
            options = {"data": self.form, "files": {"": ("", b"")}}
        return browser.http.request(self.method, self.path, headers=headers, **options)


def request_of(name: str, rows: Rows) -> CallRequest:
    """The call as its owner makes it."""
    call, (method, path), parameter = CALLS[name], split(name), parameter_of(name)
    if parameter is not None:
        row = getattr(rows, call.row or parameter.removesuffix("_id"))
        path = path.format(**{parameter: getattr(row, "id", row)})
    body = call.body(rows) if callable(call.body) else call.body
    return CallRequest(method, path + call.query, body, call.form and call.form(rows))


def make_rows(test_app: TestApp) -> Rows:
    """All of them, so that no call finds less than it is about, or makes it while it is watched."""
    rows = Rows(test_app)
    for name, each in vars(Rows).items():
        if isinstance(each, cached_property):
            getattr(rows, name)
    return rows
