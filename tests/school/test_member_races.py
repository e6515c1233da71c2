"""Teachers who join a class, and co-teachers who do the same thing, at the same moment (specification 26)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

from tests.factories.concurrency import run_concurrently
from tests.factories.http_client import HttpClient
from tests.factories.postgresql import DatabasePool
from tests.factories.seeded import GOALBUCKS_PER_GOAL, SeededClass, seed, seed_school_database
from tests.factories.server_process import ServerProcess

FEW, MANY = 4, 200
Outcome = tuple[int, str | None]


@dataclass(frozen=True)
class School:
    """One or two servers on one database."""

    ports: Sequence[int]
    new_class: Callable[[int], SeededClass]
    """Creates a class with a teacher of its own and one student, who has so many pending submissions."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def school(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, databases: DatabasePool
) -> Iterator[School]:
    """A class computer, or two servers of a school."""
    folder = tmp_path_factory.mktemp("races")
    numbers = iter(range(10_000))
    if request.param == "sqlite":
        server = ServerProcess(folder / "data", forked=True)

        def new_class(submissions: int) -> SeededClass:
            return seed(folder / "data", students=1, submissions=submissions, email=f"{next(numbers)}@school.test")

        yield School([server.port], new_class)
        server.stop()
        return
    with databases.acquire() as url:
        settings = {"GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1"}
        servers = [ServerProcess(folder / name, environment=settings, forked=True) for name in ("here", "there")]
        yield School(
            [server.port for server in servers], lambda count: seed_school_database(url, students=1, submissions=count)
        )
        for server in servers:
            server.stop()


tries = pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=[pytest.mark.long, pytest.mark.timeout(3600)])])


class Teachers:
    """The clients of a class's owner and of other teachers, each at one of the servers, with open connections."""

    def __init__(self, school: School, others: int, submissions: int) -> None:
        self.own = school.new_class(submissions)
        self.classes = [self.own, *(school.new_class(0) for _ in range(others))]
        self.clients = [
            HttpClient(school.ports[number % len(school.ports)], each.teacher_token)
            for number, each in enumerate(self.classes)
        ]
        for client in self.clients:
            client.get("/api/auth/session")

    def close(self) -> None:
        """Close the connections."""
        for client in self.clients:
            client.connection.close()

    @property
    def members_path(self) -> str:
        return f"/api/classrooms/{self.own.id}/members"

    def call(self, number: int, method: str, path: str, body: object = None) -> Any:
        """Make a call that must succeed, as the teacher with this number; the owner is 0."""
        status, response = self.clients[number].request(method, path, body)
        assert status < 300, response
        return response

    def invite(self) -> str:
        code: str = self.call(0, "POST", f"/api/classrooms/{self.own.id}/invitations")["code"]
        return code

    def join(self, number: int) -> None:
        self.call(number, "POST", "/api/classrooms/join", {"code": self.invite()})

    def end(self, number: int) -> None:
        self.clients[0].request("DELETE", f"{self.members_path}/{self.classes[number].teacher_id}")

    def member_ids(self) -> list[str]:
        return [each["teacherId"] for each in self.call(0, "GET", self.members_path) if each["role"] != "owner"]

    def together(self, *calls: tuple[int, str, str, object]) -> list[Outcome]:
        """Make these calls at the same moment."""

        def send(number: int, method: str, path: str, body: object) -> Outcome:
            status, response = self.clients[number].request(method, path, body)
            return status, (response or {}).get("code")

        return run_concurrently(*(lambda each=each: send(*each) for each in calls))


class MakeTeachers(Protocol):
    def __call__(self, others: int, *, submissions: int = 0) -> Teachers:
        """Create a class with its owner, so many other teachers and pending submissions."""


@pytest.fixture
def make_teachers(school: School) -> Iterator[MakeTeachers]:
    """Create classes whose connections are closed in the end."""
    with ExitStack() as stack:

        def make(others: int, *, submissions: int = 0) -> Teachers:
            teachers = Teachers(school, others, submissions)
            stack.callback(teachers.close)
            return teachers

        yield make


@tries
@pytest.mark.spec("26.2")
def test_of_two_with_one_code_one_joins(make_teachers: MakeTeachers, count: int) -> None:
    teachers = make_teachers(2)
    for _ in range(count):
        body = {"code": teachers.invite()}
        outcomes = teachers.together(*((number, "POST", "/api/classrooms/join", body) for number in (1, 2)))
        assert {status for status, _ in outcomes} <= {200, 401, 429}, outcomes  # 429: thirty wrong codes in 5 minutes
        assert [status for status, _ in outcomes].count(200) == 1, outcomes
        assert len(teachers.member_ids()) == 1
        teachers.end(1)
        teachers.end(2)


@tries
@pytest.mark.spec("26.1")
def test_of_two_for_the_last_place_one_joins(make_teachers: MakeTeachers, count: int) -> None:
    teachers = make_teachers(6)
    for number in range(1, 5):
        teachers.join(number)
    for _ in range(count):
        codes = {number: {"code": teachers.invite()} for number in (5, 6)}
        outcomes = teachers.together(*((each, "POST", "/api/classrooms/join", codes[each]) for each in codes))
        joined = {(200, None): 1, (409, "too_many_members"): 1}
        assert Counter((status, code if status != 200 else None) for status, code in outcomes) == joined
        assert len(teachers.member_ids()) == 5
        teachers.end(5)
        teachers.end(6)


@tries
@pytest.mark.spec("23.6")
def test_of_two_family_comments_the_second_is_told_of_the_first(make_teachers: MakeTeachers, count: int) -> None:
    teachers = make_teachers(1)
    teachers.join(1)
    path = f"/api/students/{teachers.own.students[0].id}/family-comment"
    based_on = None
    for attempt in range(count):
        bodies = [{"text": f"{attempt} by {number}", "basedOn": based_on} for number in (0, 1)]
        outcomes = teachers.together(*((number, "PUT", path, bodies[number]) for number in (0, 1)))
        assert sorted(status for status, _ in outcomes) == [200, 409], outcomes
        assert (409, "changed_meanwhile") in outcomes
        winner = [status for status, _ in outcomes].index(200)
        (row,) = teachers.call(0, "GET", f"/api/classrooms/{teachers.own.id}/reports?time=term")["reports"]
        assert row["comment"]["text"] == bodies[winner]["text"]
        based_on = row["comment"]["updatedAt"]


@tries
@pytest.mark.spec("7.12")
def test_of_two_approvals_of_one_proof_one_pays(make_teachers: MakeTeachers, count: int) -> None:
    teachers = make_teachers(1, submissions=count)
    teachers.join(1)
    for attempt, proof in enumerate(teachers.own.pending, start=1):
        path = f"/api/submissions/{proof}/review"
        outcomes = teachers.together(*((number, "PATCH", path, {"status": "approved"}) for number in (0, 1)))
        assert Counter(outcomes) == {(200, None): 1, (409, "already_reviewed"): 1}
        assert balance(teachers) == attempt * GOALBUCKS_PER_GOAL


@tries
@pytest.mark.spec("6.9")
def test_of_two_completions_of_one_goal_one_pays(make_teachers: MakeTeachers, count: int) -> None:
    teachers = make_teachers(1)
    teachers.join(1)
    for attempt in range(1, count + 1):
        path = f"/api/goals/{new_goal(teachers)}/complete"
        outcomes = teachers.together(*((number, "POST", path, None) for number in (0, 1)))
        assert Counter(status for status, _ in outcomes) == {200: 1, 409: 1}, outcomes
        assert balance(teachers) == attempt


def new_goal(teachers: Teachers) -> str:
    ids = {"studentId": teachers.own.students[0].id, "classroomId": teachers.own.id}
    goal: str = teachers.call(0, "POST", "/api/goals", {**ids, "name": "Read", "goalbucks": 1})["id"]
    return goal


def balance(teachers: Teachers) -> int:
    found: int = teachers.call(0, "GET", f"/api/students/{teachers.own.students[0].id}/goalbucks")["balance"]
    return found
