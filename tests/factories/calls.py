"""Registry of all calls: the status for each role and an example request (docs/api.md, the column "who").

A test fails if a route has no entry or an entry has no route. Tests of every call take their calls from here: access,
foreign origins, invalid bodies, unknown ids, other devices, power cuts.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from httpx2 import Response

from server import clock
from server.database.base import Entity
from server.domain.class_goals.models import ClassGoal
from server.domain.goalbucks.models import LedgerEntry
from server.domain.goals.models import Goal
from server.domain.groups.models import StudentGroup
from server.domain.series.models import GoalSeries
from server.domain.store.models import Purchase, StoreItem
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.suggestions.models import GoalSuggestion
from server.domain.terms.models import Term
from tests.factories.api_client import ApiClient
from tests.factories.call_rows import RECOVERY_CODE, CallRows
from tests.factories.call_statuses import (
    class_computer_only,
    class_teachers,
    every_teacher,
    every_user,
    everyone,
    own_student,
    own_teacher,
    owner_only,
    staff,
    staff_and_student,
    staff_list,
    students_of_class,
    teacher_and_class,
    teacher_and_student,
    teacher_sign_in,
)
from tests.factories.passwords import PASSWORD

Body = dict[str, Any]
Json = Body | list[Body]
READS = {"GET", "HEAD"}


@dataclass(frozen=True)
class Call:
    """One call: the status for each role, and an example request that succeeds for the authorized role."""

    expected: Mapping[str, int]
    body: Json | Callable[[CallRows], Json] | None = None
    """The JSON body, or a function that builds it from the rows."""
    form: Callable[[CallRows], dict[str, str]] | None = None
    row: str | None = None
    """Attribute of `CallRows` for the last path parameter; by default its name without `_id`, as for another one."""
    query: str = ""
    lists: type[Entity] | None = None
    """Model of the rows that the response lists."""


STUDENT_BODY = {"firstName": "Noor", "lastName": "Ali", "username": "noor", "password": "pass"}
GOAL_BODY = {"name": "Read", "goalbucks": 5, "picture": "book"}


def series_body(rows: CallRows) -> Body:
    """Return the fields of a goal that repeats for two weeks from today."""
    days = {"weekdays": ["mon", "fri"], "until": str(clock.local_date() + timedelta(days=14))}
    return {**GOAL_BODY, **days, "studentIds": [rows.student.id]}


ITEM_BODY = {"name": "Pen", "goalbucksCost": 6, "picture": "pencil", "perStudent": 2, "per": "week"}
CLASS_GOAL_BODY = {"name": "Popcorn party", "goalbucks": 500, "until": "2027-06-11"}
HANDOFF_BODY = {"handoff": "a handoff", "verifier": "a verifier"}
NEW_PASSWORD_BODY = {"currentPassword": PASSWORD, "newPassword": "another"}

CALLS: dict[str, Call] = {
    # ---- The class computer
    "GET /api/health": Call(everyone(200)),
    "GET /api/events": Call(every_user(200, substitute=200)),
    "GET /api/network": Call(every_teacher(200, substitute=200)),
    "PUT /api/network/adapter": Call(every_teacher(200), body={"name": None}),
    "GET /api/network/doors": Call(everyone(200)),
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
    "POST /api/backups/restore": Call(every_teacher(422)),  # the body must be a backup file
    "POST /api/backups/show-folder": Call(every_teacher(409)),
    # ---- Signing in
    "GET /api/auth/config": Call(everyone(200)),
    "GET /api/auth/session": Call(
        everyone(200, teacher_on_another_device=401) | {"anonymous": 401, "ended substitute": 401}
    ),
    "POST /api/auth/student": Call(
        everyone(200),
        body=lambda r: {
            "username": r.student.username,
            "password": PASSWORD,
            "classCode": r.classroom.class_code,
        },
    ),
    "POST /api/auth/teacher": Call(
        teacher_sign_in(200), body=lambda r: {"username": r.teacher.email, "password": PASSWORD}
    ),
    "POST /api/auth/register-teacher": Call(
        teacher_sign_in(201), body={"name": "New Teacher", "email": "new@school.test", "password": PASSWORD}
    ),
    "POST /api/auth/recover": Call(
        teacher_sign_in(200),
        body=lambda r: {"username": r.teacher_with_recovery_code.email, "code": RECOVERY_CODE, "newPassword": PASSWORD},
    ),
    "POST /api/auth/firebase": Call(teacher_sign_in(503), body={"idToken": "a token"}),
    "POST /api/auth/handoff/deliver": Call(
        class_computer_only(410), body={"handoff": "a handoff", "idToken": "a token"}
    ),
    "POST /api/auth/handoff/look": Call(class_computer_only(410), body=HANDOFF_BODY),
    "POST /api/auth/handoff/claim": Call(class_computer_only(410), body=HANDOFF_BODY),
    "POST /api/auth/card/look": Call(everyone(200), body=lambda r: {"code": r.card[1]}),
    "POST /api/auth/card": Call(everyone(200), body=lambda r: {"code": r.card[1]}),
    "POST /api/auth/pictures/names": Call(everyone(200), body=lambda r: {"classCode": r.picture_classroom.class_code}),
    "POST /api/auth/pictures": Call(
        everyone(200),
        body=lambda r: {
            "classCode": r.picture_classroom.class_code,
            "studentId": r.student.id,
            "pictures": r.pictures,
        },
    ),
    "POST /api/auth/substitute": Call(
        class_computer_only(200), body=lambda r: {"code": r.substitute_code, "name": "Dana Cho"}
    ),
    "POST /api/auth/logout": Call(everyone(204)),
    "POST /api/auth/logout-everywhere": Call(every_user(204)),
    "GET /api/account/sessions": Call(every_teacher(200)),
    "DELETE /api/account/sessions/{session_id}": Call(own_teacher(204)),
    # ---- The sample class
    "POST /api/sample-class": Call(class_computer_only(200), body={"language": "en"}),
    "DELETE /api/sample-class": Call(own_teacher(404)),  # none of these teachers is that of the sample class
    # ---- Teachers
    "GET /api/teachers/{teacher_id}": Call(own_teacher(200)),
    "PUT /api/teachers/{teacher_id}": Call(own_teacher(200), body={"name": "Elena Ruiz"}),
    "PUT /api/teachers/{teacher_id}/password": Call(own_teacher(204), body=NEW_PASSWORD_BODY),
    "POST /api/teachers/{teacher_id}/recovery-code": Call(own_teacher(201), body={"currentPassword": PASSWORD}),
    "GET /api/teachers/{teacher_id}/export": Call(own_teacher(200)),
    # ---- Classes
    "GET /api/classrooms": Call(every_teacher(200, substitute=200)),
    "POST /api/classrooms": Call(every_teacher(201), body={"name": "Math 101"}),
    "GET /api/classrooms/single/{classroom_id}": Call(teacher_and_class(200, substitute=200)),
    "PUT /api/classrooms/{classroom_id}": Call(class_teachers(200), body={"name": "Math 102"}),
    "POST /api/classrooms/{classroom_id}/class-code": Call(class_teachers(200)),
    "PUT /api/classrooms/{classroom_id}/archived": Call(owner_only(200), body={"archived": True}),
    "DELETE /api/classrooms/{classroom_id}": Call(owner_only(204)),
    "GET /api/classrooms/{classroom_id}/students": Call(staff(200), lists=Student),
    "GET /api/classrooms/{classroom_id}/students/stats": Call(staff(200), lists=Student),
    "GET /api/classrooms/{classroom_id}/signed-in": Call(staff(200)),
    "GET /api/classrooms/{classroom_id}/here": Call(staff(200)),
    "GET /api/classrooms/{classroom_id}/locked": Call(staff(200)),
    "POST /api/classrooms/{classroom_id}/roster/preview": Call(
        class_teachers(200), form=lambda _: {"text": "Noor Ali"}
    ),
    "POST /api/classrooms/{classroom_id}/roster": Call(class_teachers(201), body={"rows": [STUDENT_BODY]}),
    "GET /api/classrooms/{classroom_id}/login-cards": Call(class_teachers(200)),
    "POST /api/classrooms/{classroom_id}/login-cards": Call(
        class_teachers(201), body=lambda r: {"studentIds": [r.student.id]}
    ),
    "POST /api/classrooms/{classroom_id}/login-cards/end": Call(
        class_teachers(204), body=lambda r: {"studentIds": [r.card[0].id]}
    ),
    "GET /api/classrooms/{classroom_id}/pictures": Call(staff(200)),
    "PUT /api/classrooms/{classroom_id}/pictures": Call(class_teachers(200), body={"on": True}),
    "POST /api/classrooms/{classroom_id}/unlock": Call(staff(204)),
    "POST /api/classrooms/{classroom_id}/students/move": Call(
        owner_only(200), body=lambda r: {"studentIds": [r.student_elsewhere.id]}
    ),
    "POST /api/classrooms/{classroom_id}/pictures/renew": Call(
        class_teachers(200), body=lambda r: {"studentIds": [r.student.id]}
    ),
    "GET /api/classrooms/{classroom_id}/groups": Call(class_teachers(200), lists=StudentGroup),
    "POST /api/classrooms/{classroom_id}/groups": Call(
        class_teachers(201), body=lambda r: {"name": "Red readers", "studentIds": [r.student.id]}
    ),
    "PUT /api/groups/{group_id}": Call(
        class_teachers(200), body=lambda r: {"name": "Green readers", "studentIds": [r.student.id]}
    ),
    "DELETE /api/groups/{group_id}": Call(class_teachers(204)),
    "GET /api/classrooms/{classroom_id}/terms": Call(class_teachers(200), lists=Term),
    "GET /api/classrooms/{classroom_id}/terms/next": Call(owner_only(200)),
    "POST /api/classrooms/{classroom_id}/terms": Call(
        owner_only(201), body={"name": "Fall 2026", "goals": "end", "balances": "reset"}
    ),
    "POST /api/classrooms/{classroom_id}/invitations": Call(owner_only(201)),
    "POST /api/classrooms/join": Call(every_teacher(200), body=lambda r: {"code": r.outside_invitation}),
    "GET /api/classrooms/{classroom_id}/members": Call(class_teachers(200)),
    "DELETE /api/classrooms/{classroom_id}/members/{teacher_id}": Call(owner_only(204), row="member"),
    "PUT /api/classrooms/{classroom_id}/store": Call(class_teachers(200), body={"open": False}),
    "GET /api/classrooms/{classroom_id}/balances.csv": Call(class_teachers(200)),
    "GET /api/classrooms/{classroom_id}/progress": Call(class_teachers(200)),
    "GET /api/classrooms/{classroom_id}/reports": Call(class_teachers(200)),
    "GET /api/classrooms/{classroom_id}/substitute-code": Call(owner_only(200)),
    "PUT /api/classrooms/{classroom_id}/substitute-code": Call(owner_only(200)),
    "DELETE /api/classrooms/{classroom_id}/substitute-code": Call(
        owner_only(204), row="classroom_with_substitute_code"
    ),
    "GET /api/teachers/{teacher_id}/substitutions": Call(own_teacher(200)),
    # ---- Students
    "GET /api/students/teacher/{teacher_id}": Call(staff_list(200), lists=Student),
    "POST /api/students": Call(class_teachers(201), body=lambda r: {**STUDENT_BODY, "classroomId": r.classroom.id}),
    "GET /api/students/{student_id}": Call(staff_and_student(200)),
    "PUT /api/students/{student_id}": Call(class_teachers(200), body=STUDENT_BODY),
    "DELETE /api/students/{student_id}": Call(owner_only(204)),
    "PUT /api/students/{student_id}/classroom": Call(
        owner_only(200), body=lambda r: {"classroomId": r.other_classroom.id}
    ),
    "PUT /api/account/language": Call(every_user(204), body={"language": "es"}),
    "PUT /api/students/{student_id}/password": Call(own_student(204), body=NEW_PASSWORD_BODY),
    "PUT /api/students/{student_id}/pictures": Call(class_teachers(204), body={"pictures": ["cat", "sun", "turtle"]}),
    "POST /api/students/{student_id}/unlock": Call(staff(204)),
    "PUT /api/students/{student_id}/away": Call(class_teachers(200), body={"away": True}),
    "GET /api/students/{student_id}/home": Call(teacher_and_student(200)),
    "GET /api/students/{student_id}/savings": Call(teacher_and_student(200)),
    "PUT /api/students/{student_id}/savings": Call(own_student(204), body=lambda r: {"itemId": r.item.id}),
    "PUT /api/students/{student_id}/family-comment": Call(class_teachers(200), body={"text": "Amara reads."}),
    "GET /api/students/{student_id}/progress": Call(teacher_and_student(200)),
    "GET /api/students/{student_id}/export": Call(owner_only(200)),
    "POST /api/students/{student_id}/erase": Call(owner_only(200)),
    # ---- Goals
    "GET /api/students/{student_id}/goals": Call(staff_and_student(200), lists=Goal),
    "GET /api/goals/teacher/{teacher_id}": Call(staff_list(200), lists=Goal),
    "GET /api/goals/teacher/{teacher_id}/names": Call(own_teacher(200)),
    "POST /api/goals": Call(
        class_teachers(201), body=lambda r: {**GOAL_BODY, "studentId": r.student.id, "classroomId": r.classroom.id}
    ),
    "POST /api/goals/bulk": Call(
        class_teachers(201), body=lambda r: {**GOAL_BODY, "studentIds": [r.student.id], "classroomId": r.classroom.id}
    ),
    "GET /api/goals/{goal_id}/submissions": Call(staff_and_student(200)),
    "PUT /api/goals/{goal_id}": Call(class_teachers(200), body=GOAL_BODY),
    "DELETE /api/goals/{goal_id}": Call(class_teachers(204)),
    "POST /api/goals/complete": Call(class_teachers(200), body=lambda r: {"goalIds": [r.goal.id]}),
    "POST /api/goals/{goal_id}/complete": Call(class_teachers(200)),
    "POST /api/goals/{goal_id}/reopen": Call(class_teachers(200), row="completed_goal"),
    "GET /api/assignments/teacher/{teacher_id}": Call(staff_list(200)),
    "GET /api/assignments/teacher/{teacher_id}/filters": Call(staff_list(200)),
    "GET /api/assignments/{assignment_id}": Call(staff(200)),
    "PUT /api/assignments/{assignment_id}": Call(class_teachers(200), body=GOAL_BODY),
    "DELETE /api/assignments/{assignment_id}": Call(class_teachers(200)),
    "POST /api/goal-series": Call(
        class_teachers(201), body=lambda r: {**series_body(r), "classroomId": r.classroom.id}
    ),
    "GET /api/goal-series/teacher/{teacher_id}": Call(own_teacher(200), lists=GoalSeries),
    "PUT /api/goal-series/{series_id}": Call(class_teachers(200), body=series_body),
    "POST /api/goal-series/{series_id}/stop": Call(class_teachers(200), body={"endOpen": True}),
    "POST /api/goal-series/{series_id}/today": Call(class_teachers(201)),
    "GET /api/teachers/{teacher_id}/no-school-days": Call(own_teacher(200, co_teacher=200)),
    "PUT /api/teachers/{teacher_id}/no-school-days": Call(
        own_teacher(200), body=[{"from": "2026-12-21", "to": "2027-01-02", "name": "Winter break"}]
    ),
    # ---- Submissions
    "POST /api/submissions/upload": Call(
        own_student(201),
        form=lambda r: {
            "goalId": r.goal.id,
            "studentId": r.student.id,
            "classroomId": r.classroom.id,
            "submissionText": "Done",
        },
    ),
    "DELETE /api/submissions/{submission_id}": Call(own_student(204)),
    "GET /api/submissions/teacher/{teacher_id}": Call(staff_list(200), lists=Submission),
    "GET /api/submissions/student/{student_id}": Call(staff_and_student(200), lists=Submission),
    # The submission has no image: 404 for authorized roles too.
    "GET /api/submissions/student/{student_id}/portfolio": Call(teacher_and_student(200)),
    "GET /api/submissions/{submission_id}/image": Call(staff_and_student(404)),
    "PATCH /api/submissions/{submission_id}/review": Call(staff(200), body={"status": "approved"}),
    "POST /api/submissions/{submission_id}/undo-review": Call(staff(200), row="denied_submission"),
    "POST /api/submissions/review": Call(
        staff(200), body=lambda r: {"submissionIds": [r.submission.id], "status": "approved"}
    ),
    # ---- Suggestions
    "GET /api/goal-suggestions/teacher/{teacher_id}": Call(own_teacher(200), lists=GoalSuggestion),
    "GET /api/goal-suggestions/student/{student_id}": Call(teacher_and_student(200), lists=GoalSuggestion),
    "POST /api/goal-suggestions": Call(
        own_student(201),
        body=lambda r: {"studentId": r.student.id, "suggestedName": "Swim", "suggestedGoalbucks": 5},
    ),
    "PUT /api/goal-suggestions/{suggestion_id}/approve": Call(class_teachers(200), body={}),
    "PUT /api/goal-suggestions/{suggestion_id}/deny": Call(class_teachers(200), body={}),
    "POST /api/goal-suggestions/{suggestion_id}/undo-answer": Call(class_teachers(200), row="approved_suggestion"),
    # ---- Goalbucks
    "GET /api/students/{student_id}/goalbucks": Call(staff_and_student(200)),
    "GET /api/students/{student_id}/ledger": Call(staff_and_student(200), lists=LedgerEntry),
    "POST /api/students/{student_id}/corrections": Call(
        class_teachers(201), body={"amount": -5, "reason": "Counted twice"}
    ),
    "POST /api/goalbucks/award": Call(
        staff(201),
        body=lambda r: {"classroomId": r.classroom.id, "studentIds": [r.student.id], "amount": 5, "reason": "Tidy"},
    ),
    "GET /api/goalbucks/awards/recent/{teacher_id}": Call(staff_list(200)),
    "GET /api/goalbucks/award/{assignment_id}": Call(staff(200), row="award"),
    "POST /api/goalbucks/award/{assignment_id}/reverse": Call(staff(200), row="award"),
    # ---- The class store
    "GET /api/store/classroom/{classroom_id}": Call(teacher_and_class(200), lists=StoreItem),
    "POST /api/store": Call(class_teachers(201), body=lambda r: {**ITEM_BODY, "classroomId": r.classroom.id}),
    "POST /api/store/classroom/{classroom_id}/copy": Call(
        class_teachers(201), body=lambda r: {"fromClassroomId": r.item_of_other_class.classroom_id}
    ),
    "PUT /api/store/{item_id}": Call(class_teachers(200), body=ITEM_BODY),
    "DELETE /api/store/{item_id}": Call(class_teachers(204)),
    "GET /api/purchases/classroom/{classroom_id}": Call(staff(200), lists=Purchase),
    "GET /api/purchases/teacher/{teacher_id}": Call(staff_list(200), lists=Purchase),
    "GET /api/purchases/student/{student_id}": Call(staff_and_student(200), lists=Purchase),
    "POST /api/purchases": Call(own_student(201), body=lambda r: {"studentId": r.student.id, "itemId": r.item.id}),
    "POST /api/purchases/fulfill": Call(staff(200), body=lambda r: {"purchaseIds": [r.purchase.id]}),
    "PATCH /api/purchases/{purchase_id}/fulfill": Call(staff(200), body={}),
    "POST /api/purchases/{purchase_id}/unfulfill": Call(staff(200), row="fulfilled_purchase"),
    "POST /api/purchases/{purchase_id}/cancel": Call(class_teachers(200), body={}),
    # ---- Class goals
    "GET /api/class-goals/classroom/{classroom_id}": Call(teacher_and_class(200), lists=ClassGoal),
    "POST /api/class-goals": Call(
        class_teachers(201), body=lambda r: {**CLASS_GOAL_BODY, "classroomId": r.classroom_without_class_goal.id}
    ),
    "PUT /api/class-goals/{class_goal_id}": Call(class_teachers(200), body=CLASS_GOAL_BODY),
    "POST /api/class-goals/{class_goal_id}/end": Call(class_teachers(200)),
    "POST /api/class-goals/{class_goal_id}/done": Call(class_teachers(200), row="reached_class_goal"),
    "GET /api/class-goals/{class_goal_id}/gifts": Call(class_teachers(200)),
    "POST /api/class-goals/{class_goal_id}/gifts": Call(students_of_class(201), body={"amount": 5}),
    "DELETE /api/class-goals/{class_goal_id}/gifts": Call(students_of_class(204)),
}
WRITES = [name for name in CALLS if name.split()[0] not in READS]


def method_and_path(name: str) -> tuple[str, str]:
    """Split the name of a call into its method and path template."""
    method, path = name.split()
    return method, path


def parameters_of(name: str) -> Sequence[str]:
    """Return the names of the path parameters, at most two."""
    return re.findall(r"{(\w+)}", name)


def parameter_of(name: str) -> str | None:
    """Return the name of the first path parameter."""
    return next(iter(parameters_of(name)), None)


def authorized_role(name: str) -> str:
    """Return a role that may make the call; "teacher" if the example request fails for every role."""
    return next((role for role in ("teacher", "student", "anonymous") if CALLS[name].expected[role] < 400), "teacher")


@dataclass(frozen=True)
class CallRequest:
    """Request of a call with the ids of its rows."""

    method: str
    path: str
    json: Json | None = None
    form: dict[str, str] | None = None

    def send(self, client: ApiClient, headers: Mapping[str, str] | None = None) -> Response:
        """Send the request; forms without a file."""
        options: dict[str, Any] = {}
        if self.json is not None:
            options["json"] = self.json
        if self.form is not None:
            options = {"data": self.form, "files": {"": ("", b"")}}
        return client.http.request(self.method, self.path, headers=headers, **options)


def request_of(name: str, rows: CallRows) -> CallRequest:
    """Build the example request of a call for these rows."""
    call, (method, template), parameters = CALLS[name], method_and_path(name), parameters_of(name)
    rows_by_parameter = {each: getattr(rows, each.removesuffix("_id")) for each in parameters[:-1]}
    rows_by_parameter |= {each: getattr(rows, call.row or each.removesuffix("_id")) for each in parameters[-1:]}
    path = template.format(**{each: getattr(row, "id", row) for each, row in rows_by_parameter.items()})
    body = call.body(rows) if callable(call.body) else call.body
    return CallRequest(method, path + call.query, body, call.form and call.form(rows))
