"""A class that saves, gives and is taught by several: what has to survive a move, a restore and an erasure."""

from dataclasses import dataclass
from typing import Any

from server.domain.class_goals.models import ClassGoal
from server.domain.goals.models import Goal
from server.domain.store.models import StoreItem
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from tests.factories.api_client import ApiClient
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom


@dataclass(frozen=True, slots=True)
class SharedClass:
    """The rows of the class; its students are Amara (`classroom.student`), Ben and Chloe."""

    classroom: PreparedClassroom
    ben: Student
    chloe: Student
    marcus: Teacher
    """A co-teacher."""
    priya: Teacher
    """Another one."""
    open_goal: ClassGoal
    """Amara gave 15 of 200 to it, Ben 5."""
    reached_goal: ClassGoal
    """Ben gave 20 of 30 to it, Chloe 10."""
    lunch: StoreItem
    """One a week for each; Amara has this week's, Ben has cancelled it."""
    sticker: StoreItem
    """Two for each; Ben has one."""
    proved: Goal
    """Chloe's, whose proof a substitute approved."""

    @property
    def students(self) -> tuple[Student, ...]:
        """All students."""
        return self.classroom.student, self.ben, self.chloe


def create_shared_class(test_app: RunningApp) -> SharedClass:
    """Make the class by its calls: class goals in each state, savings, limited items, co-teachers, a substitution."""
    classroom = PreparedClassroom.create(test_app)
    row, owner, amara = classroom.row, classroom.teacher_client, classroom.student
    ben, chloe = test_app.student(row, "Ben"), test_app.student(row, "Chloe")
    marcus, priya = (test_app.co_teacher(row, name=name) for name in ("Marcus Hill", "Priya Raman"))
    for client in (owner, test_app.client_for(marcus), test_app.client_for(priya)):
        body = {"classroomId": row.id, "studentIds": [amara.id, ben.id, chloe.id], "amount": 40, "reason": "Kind"}
        _expect(201, client.post("/api/goalbucks/award", body))
    ended = test_app.class_goal(row, "Pizza", 500)
    test_app.gift(amara, ended, 10)
    _expect(200, owner.post(f"/api/class-goals/{ended.id}/end"))
    reached = test_app.class_goal(row, "Movie afternoon", 30)
    test_app.gift(ben, reached, 20)
    test_app.gift(chloe, reached, 10)
    still_open = test_app.class_goal(row, "Zoo", 200)
    test_app.gift(amara, still_open, 15)
    test_app.gift(ben, still_open, 5)
    saved_for = test_app.store_item(row, "Class DJ", 300)
    for student in (amara, chloe):
        path = f"/api/students/{student.id}/savings"
        _expect(204, test_app.client_for(student).put(path, {"itemId": saved_for.id}))
    lunch, sticker = test_app.store_item(row, "Lunch with me", 8), test_app.store_item(row, "Sticker", 2)
    for item, rule in ((lunch, {"perStudent": 1, "per": "week"}), (sticker, {"perStudent": 2, "per": "ever"})):
        fields = {"name": item.name, "goalbucksCost": item.goalbucks_cost, **rule}
        _expect(200, owner.put(f"/api/store/{item.id}", fields))
    test_app.purchase(amara, lunch)
    _expect(200, owner.post(f"/api/purchases/{test_app.purchase(ben, lunch).id}/cancel"))
    test_app.purchase(ben, sticker)
    proved = test_app.goal(chloe, goalbucks=25)
    _substitute(test_app, classroom, proved)
    return SharedClass(classroom, ben, chloe, marcus, priya, still_open, reached, lunch, sticker, proved)


def _substitute(test_app: RunningApp, classroom: PreparedClassroom, goal: Goal) -> None:
    """A substitute approves proof of the goal and praises its student, until the owner ends the code."""
    substitute = test_app.substitute_client(classroom.row)
    sent = test_app.submission(goal)
    _expect(200, substitute.patch(f"/api/submissions/{sent.id}/review", {"status": "approved"}))
    body = {"classroomId": classroom.row.id, "studentIds": [goal.student_id], "amount": 3, "reason": "Helped"}
    _expect(201, substitute.post("/api/goalbucks/award", body))
    _expect(204, classroom.teacher_client.delete(f"/api/classrooms/{classroom.row.id}/substitute-code"))


def read_shared_class(shared: SharedClass, test_app: RunningApp) -> dict[str, Any]:
    """Return what the owner and each student read of it in an application, but for the members."""
    owner, class_id = test_app.client_for(shared.classroom.teacher), shared.classroom.row.id
    goals = owner.get(f"/api/class-goals/classroom/{class_id}").json()
    paths = [f"/api/class-goals/classroom/{class_id}", f"/api/purchases/classroom/{class_id}", "/api/classrooms"]
    paths += [f"/api/class-goals/{goal['id']}/gifts" for goal in goals]
    paths += [f"/api/goals/{shared.proved.id}/submissions"]
    found = {path: _read(owner, path) for path in paths}
    for student in shared.students:
        client = test_app.client_for(student)
        own = [f"/api/students/{student.id}/{part}" for part in ("goalbucks", "ledger", "savings", "goals")]
        own += [f"/api/submissions/student/{student.id}"]
        own += [f"/api/{part}/classroom/{class_id}" for part in ("store", "class-goals")]
        found |= {f"{student.first_name}: {path}": _read(client, path) for path in own}
    return found


def read_log(shared: SharedClass, test_app: RunningApp) -> list[tuple[str, str, str]]:
    """Return what the log of the class says and who did it."""
    entries = _read(test_app.client_for(shared.classroom.teacher), "/api/activity?limit=200")
    of_class = [each for each in entries if each["classroomId"] == shared.classroom.row.id]
    return [(each["kind"], each["whoRole"], each["whoName"]) for each in of_class]


def _read(client: ApiClient, path: str) -> Any:
    response = client.get(path)
    assert response.status_code == 200, (path, response.text)
    return response.json()


def _expect(status: int, response: Any) -> None:
    assert response.status_code == status, response.text
