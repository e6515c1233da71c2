"""Races for a class goal: simultaneous requests to one or several servers on one database, any number of times."""

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from threading import Barrier
from types import TracebackType
from typing import Any, Self

from sqlalchemy import delete, select

from server.database.base import new_id
from server.database.transactions import Transactions
from server.domain.class_goals.models import ClassGoal, ClassGoalGift
from server.domain.classrooms import service as classrooms
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks import service as goalbucks
from server.domain.goalbucks.models import AwardFields
from server.domain.goalbucks.queries import balance_of
from server.domain.students import service as students
from server.requests.rate_limit import RateEvent
from server.security.actor import Actor
from server.security.sessions import SigningInBrowser, create_session
from tests.factories.http_client import HttpClient
from tests.factories.invariants import assert_invariants
from tests.factories.seeded import SeededClass

Answer = tuple[int, Any]
Call = Callable[[], Answer]
OpenDatabase = Callable[[], AbstractContextManager[Transactions]]
BALANCE = 100_000
"""What each student is awarded: more than is given in all races together."""


class ClassGoalRaces:
    """A class whose students and teachers send requests at the same moment, each by a connection of its own."""

    def __init__(self, seeded: SeededClass, ports: tuple[int, int], open_database: OpenDatabase) -> None:
        self._class = seeded
        self._ports = ports
        self._open_database = open_database
        self._open = ExitStack()
        self._students = [self._client(each.token, number) for number, each in enumerate(seeded.students)]
        self._teacher = self._client(seeded.teacher_token, 0)
        self._other_teacher = self._client(seeded.teacher_token, 1)
        self._threads = self._open.enter_context(ThreadPoolExecutor(len(seeded.students) + 4))
        self._other_class_id = self._prepare()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def _client(self, token: str, number: int) -> HttpClient:
        return self._open.enter_context(HttpClient(self._ports[number % 2], token))

    def _prepare(self) -> str:
        """Award everybody, and create another class of the teacher; return its id."""
        actor = Actor(self._class.teacher_id, "teacher", "")
        with self._open_database() as transactions, transactions.writing() as db:
            classroom = db.get_one(Classroom, self._class.id)
            ids = [student.id for student in self._class.students]
            goalbucks.award(db, actor, classroom, ids, AwardFields(BALANCE, "Tidy desk"))
            return classrooms.create(db, actor, name="Room 13", grade_level=None).id

    # ---- The races, each of which leaves no open goal

    def chip_in_the_last_ten(self, number: int) -> None:
        """Everybody gives at the same moment what is together more than the ten that are missing."""
        goal = self._make_goal(10)
        amounts = [1 if number % 2 else 1 + each % 3 for each in range(len(self._students))]
        answers = self._at_once(self._giving(client, goal, amounts[each]) for each, client in enumerate(self._students))
        accepted = sum(amount for amount, (status, _) in zip(amounts, answers, strict=True) if status == 201)
        refused = {body["code"] for status, body in answers if status != 201}
        assert refused <= {"class_goal_over", "more_than_missing"}, refused
        status = self._status(goal)
        assert accepted == self._given(goal) <= 10
        assert status == ("reached" if accepted == 10 else "open")
        assert status == "reached" or number % 2 == 0, "thirty who give one each reach ten"
        if status == "open":
            self._end(goal)

    def give_twice_with_one_key(self, number: int) -> None:
        """One student's request is sent twice at the same moment, to both servers: it counts once."""
        goal, student = self._make_goal(1_000), number % len(self._students)
        key = {"Idempotency-Key": f"one click {new_id()}"}
        tabs = [self._client(self._class.students[student].token, tab) for tab in range(2)]
        before = self._balance(student)
        answers = self._at_once(self._giving(tab, goal, 7, **key) for tab in tabs)
        assert answers == [(201, {"given": 7, "ownGift": 7})] * 2
        assert (self._given(goal), self._balance(student)) == (7, before - 7)
        for tab in tabs:
            tab.connection.close()
        self._end(goal)

    def give_more_than_one_has(self, number: int) -> None:
        """A student who has ten gives eight in two tabs: one is refused, and nobody falls below zero."""
        goal = self._make_goal(1_000)
        student_id, token = self._add_student(10)
        tabs = [self._client(token, tab) for tab in range(2)]
        answers = self._at_once(self._giving(tab, goal, 8) for tab in tabs)
        assert sorted(status for status, _ in answers) == [201, 409], answers
        assert {body["code"] for status, body in answers if status == 409} == {"not_enough_goalbucks"}
        assert self._teacher.request("DELETE", f"/api/students/{student_id}")[0] == 204
        assert self._given(goal) == 0
        for tab in tabs:
            tab.connection.close()
        del number
        self._end(goal)

    def give_while_it_ends(self, number: int) -> None:
        """Four students give and two take theirs back while the teacher ends the goal: everybody gets all back."""
        goal = self._make_goal(1_000)
        before = [self._balance(student) for student in range(6)]
        for student in range(4, 6):
            assert self._giving(self._students[student], goal, 5)()[0] == 201
        path = f"/api/class-goals/{goal}"
        ends = [lambda: self._teacher.request("POST", f"{path}/end")]
        takes = [lambda client=client: client.request("DELETE", f"{path}/gifts") for client in self._students[4:6]]
        gives = [self._giving(client, goal, 3) for client in self._students[:4]]
        calls = [*gives, *takes, *ends] if number % 2 else [*ends, *takes, *gives]
        answers = self._at_once(calls)
        codes = Counter(body["code"] for status, body in answers if status == 409)
        assert {status for status, _ in answers} <= {200, 201, 204, 409}
        assert set(codes) <= {"class_goal_over"}
        assert self._status(goal) == "ended"
        assert [self._balance(student) for student in range(6)] == before

    def leave_in_the_middle(self, number: int) -> None:
        """A giver gives and takes back while the teacher moves or deletes the student; others give meanwhile."""
        goal = self._make_goal(1_000)
        student_id, token = self._add_student(50)
        tabs = [self._client(token, tab) for tab in range(2)]
        assert self._giving(tabs[0], goal, 5)()[0] == 201
        moves = number % 2 == 0
        path = f"/api/students/{student_id}"
        leave = (
            partial(self._teacher.request, "PUT", f"{path}/classroom", self._other_class())
            if moves
            else partial(self._teacher.request, "DELETE", path)
        )
        take_back = partial(tabs[1].request, "DELETE", f"/api/class-goals/{goal}/gifts")
        others = [self._giving(client, goal, 1) for client in self._students[:3]]
        end: list[Call] = [lambda: self._other_teacher.request("POST", f"/api/class-goals/{goal}/end")]
        ends = end if number % 4 >= 2 else []
        answers = self._at_once([self._giving(tabs[0], goal, 2), leave, take_back, *others, *ends])
        assert answers[1][0] == (200 if moves else 204), answers[1]
        assert {status for status, _ in answers} <= {200, 201, 204, 401, 404, 409}, answers
        if not ends:
            assert self._given(goal) == 3
            self._end(goal)
        assert self._status(goal) == "ended"
        with self._open_database() as transactions, transactions.reading() as db:
            assert db.query(ClassGoalGift).filter_by(student_id=student_id).count() == 0
            assert not moves or balance_of(db, student_id).balance == 50
        for tab in tabs:
            tab.connection.close()

    # ---- What the races use

    def assert_consistent(self) -> None:
        """Assert what `goalbucks check` does and more, and that no open goal is left."""
        with self._open_database() as transactions, transactions.reading() as db:
            assert_invariants(db)
            assert db.scalars(select(ClassGoal.id).where(ClassGoal.status == "open")).all() == []

    def _other_class(self) -> dict[str, str]:
        return {"classroomId": self._other_class_id}

    def _make_goal(self, target: int) -> str:
        with self._open_database() as transactions, transactions.writing() as db:
            db.execute(delete(RateEvent))  # each race is the first one of its students
        body = {"classroomId": self._class.id, "name": "Movie afternoon", "goalbucks": target}
        status, made = self._teacher.request("POST", "/api/class-goals", body)
        assert status == 201, made
        goal_id: str = made["id"]
        return goal_id

    def _end(self, goal: str) -> None:
        assert self._teacher.request("POST", f"/api/class-goals/{goal}/end")[0] == 200

    def _add_student(self, balance: int) -> tuple[str, str]:
        """Add a student with a balance; return id and session token."""
        actor = Actor(self._class.teacher_id, "teacher", "")
        with self._open_database() as transactions, transactions.writing() as db:
            classroom = db.get_one(Classroom, self._class.id)
            fields = students.StudentFields("Noor", "Ali", new_id(), "hash")
            student = students.create(db, classroom, fields)
            goalbucks.award(db, actor, classroom, [student.id], AwardFields(balance, "Tidy desk"))
            return student.id, create_session(db, "student", student.id, SigningInBrowser(is_local=False)).token

    def _giving(self, client: HttpClient, goal: str, amount: int, **headers: str) -> Call:
        path = f"/api/class-goals/{goal}/gifts"
        return lambda: client.request("POST", path, {"amount": amount}, **headers)

    def _at_once(self, calls: Iterable[Call]) -> list[Answer]:
        """Start all calls at the same moment; return their answers in the same order."""
        started = list(calls)
        together = Barrier(len(started))

        def run(call: Call) -> Answer:
            together.wait(20)
            return call()

        return list(self._threads.map(run, started))

    def _goal(self, goal: str) -> dict[str, Any]:
        listed = self._other_teacher.get(f"/api/class-goals/classroom/{self._class.id}")
        found: dict[str, Any] = next(each for each in listed if each["id"] == goal)
        return found

    def _status(self, goal: str) -> str:
        return str(self._goal(goal)["status"])

    def _given(self, goal: str) -> int:
        return int(self._goal(goal)["given"])

    def _balance(self, student: int) -> int:
        found = self._students[student].get(f"/api/students/{self._class.students[student].id}/goalbucks")
        return int(found["balance"])


RACES: dict[str, Callable[[ClassGoalRaces, int], None]] = {
    "thirty chip in the last ten": ClassGoalRaces.chip_in_the_last_ten,
    "one gives twice with one key": ClassGoalRaces.give_twice_with_one_key,
    "one gives more than there is": ClassGoalRaces.give_more_than_one_has,
    "gifts while it ends": ClassGoalRaces.give_while_it_ends,
    "a giver leaves in the middle": ClassGoalRaces.leave_in_the_middle,
}


def run_race(races: ClassGoalRaces, name: str, times: int) -> None:
    """Run one of `RACES` this many times, then check the database."""
    for number in range(times):
        RACES[name](races, number)
    races.assert_consistent()
