"""Two servers on one database: each learns at once of what the other does (specification 16.4)."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from launcher.cli import admin as admin_commands
from launcher.cli.parser import parse
from server.database.pooled_transactions import open_pooled_transactions
from server.domain.classrooms.models import Classroom
from server.domain.goalbucks.models import AwardFields
from server.domain.goalbucks.service import award
from server.domain.store.models import ItemFields, StoreItem
from server.domain.store.service import add_item
from server.domain.submissions.models import Submission
from server.requests.rate_limit import RateEvent
from server.security.actor import Actor
from server.security.throttle import MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
from tests.factories.event_stream import EventStreamClient
from tests.factories.failed_sign_ins import reach_account_limit
from tests.factories.http_client import HttpClient
from tests.factories.invariants import assert_invariants
from tests.factories.passwords import PASSWORD
from tests.factories.postgresql import PostgreSQLServer
from tests.factories.seeded import SeededClass, SeededStudent, seed_school_database
from tests.school.conftest import StartServer
from tests.school.failover_load import FailoverLoad

RECOVERY_SECONDS = 3.0
"""Time in which a process notices that the database is back."""


@contextmanager
def read_ledger(url: str) -> Iterator[Session]:
    with closing(open_pooled_transactions(url)) as transactions, transactions.reading() as db:
        yield db


def approved(url: str, seeded_class: SeededClass) -> set[str]:
    of_class = Submission.id.in_(seeded_class.pending)
    with read_ledger(url) as db:
        return set(db.scalars(select(Submission.id).where(of_class, Submission.status == "approved")))


@pytest.mark.spec("16.4")
def test_a_student_on_one_server_gets_the_event_of_the_other(url: str, ports: tuple[int, int]) -> None:
    seeded_class = seed_school_database(url, submissions=1, students=2)
    here, there = ports
    student = seeded_class.students[0]
    with EventStreamClient(there, student.token) as tab, HttpClient(here, seeded_class.teacher_token) as teacher:
        (pending,) = teacher.get(f"/api/submissions/student/{student.id}?limit=1")
        assert teacher.request("PATCH", f"/api/submissions/{pending['id']}/review", {"status": "approved"})[0] == 200
        topics = {event[0] for event in (tab.read_event() for _ in range(3)) if event}
    assert topics == {"goals", "goalbucks", "submissions"}


def test_a_session_revoked_on_one_server_closes_its_stream_on_the_other(url: str, ports: tuple[int, int]) -> None:
    seeded_class = seed_school_database(url, students=1)
    here, there = ports
    with (
        EventStreamClient(there, seeded_class.students[0].token) as tab,
        HttpClient(here, seeded_class.teacher_token) as teacher,
    ):
        path = f"/api/students/{seeded_class.students[0].id}"
        assert teacher.request("DELETE", path)[0] == 204
        tab.wait_until_end()
    with HttpClient(there, seeded_class.students[0].token) as child:
        assert child.request("GET", "/api/auth/session")[0] == 401


def admin(url: str, folder: Path, *words: str) -> None:
    """`goalbucks admin`, beside both servers."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("GOALBUCKS_DATABASE_URL", url)
        environment.setenv("GOALBUCKS_SCHOOL", "1")
        assert admin_commands.run(parse(["admin", *words, "--data-dir", str(folder)])) == 0


def test_a_disabled_teacher_is_signed_out_on_both_servers_but_students_are_not(
    url: str, ports: tuple[int, int], tmp_path: Path
) -> None:
    seeded_class = seed_school_database(url, students=1)
    tabs = [EventStreamClient(port, seeded_class.teacher_token) for port in ports]
    with tabs[0], tabs[1], EventStreamClient(ports[0], seeded_class.students[0].token) as child:
        admin(url, tmp_path, "disable", seeded_class.teacher_email)
        for tab in tabs:
            tab.wait_until_end()
        with HttpClient(ports[1], seeded_class.teacher_token) as teacher:
            status, body = teacher.request("GET", "/api/auth/session")
            assert (status, body["code"]) == (401, "teacher_disabled")
        with HttpClient(ports[1], seeded_class.students[0].token) as student:
            idea = {"suggestedName": "Swim", "suggestedGoalbucks": 5}
            assert student.request("POST", "/api/goal-suggestions", idea)[0] == 201
        assert child.read_event() == (
            "goal-suggestions",
            {"classroomId": seeded_class.id, "studentId": seeded_class.students[0].id},
        )


def test_a_class_transfer_notifies_both_teachers_and_keeps_students_signed_in(
    url: str, ports: tuple[int, int], tmp_path: Path
) -> None:
    seeded_class, other = seed_school_database(url, students=1), seed_school_database(url, students=1)
    handed = ("classrooms", {"classroomId": seeded_class.id})
    with (
        EventStreamClient(ports[0], seeded_class.teacher_token) as before,
        EventStreamClient(ports[1], other.teacher_token) as after,
        EventStreamClient(ports[1], seeded_class.students[0].token) as child,
    ):
        admin(url, tmp_path, "hand-over", seeded_class.code, other.teacher_email)
        before.read_until(handed)
        after.read_until(handed)
        with HttpClient(ports[0], other.teacher_token) as teacher:
            path = f"/api/students/{seeded_class.students[0].id}/corrections"
            assert teacher.request("POST", path, {"amount": 1, "reason": "Kind"})[0] == 201
        assert child.read_event() == (
            "goalbucks",
            {"classroomId": seeded_class.id, "studentId": seeded_class.students[0].id},
        )


@pytest.mark.spec("16.4", "26.3")
def test_a_membership_ended_on_one_server_ends_what_the_other_sends(url: str, ports: tuple[int, int]) -> None:
    seeded_class, other = seed_school_database(url, students=1), seed_school_database(url, students=1)
    here, there = ports
    members, changed = f"/api/classrooms/{seeded_class.id}/members", ("members", {"classroomId": seeded_class.id})
    with (
        EventStreamClient(there, other.teacher_token) as tab,
        HttpClient(here, seeded_class.teacher_token) as owner,
        HttpClient(there, other.teacher_token) as co_teacher,
    ):
        code = owner.request("POST", f"/api/classrooms/{seeded_class.id}/invitations")[1]["code"]
        assert co_teacher.request("POST", "/api/classrooms/join", {"code": code})[0] == 200
        tab.read_until(changed)
        began = time.monotonic()
        assert owner.request("DELETE", f"{members}/{other.teacher_id}")[0] == 204
        tab.read_until(changed)
        assert co_teacher.request("GET", seeded_class.stats_path)[0] == 404
        assert time.monotonic() - began < 1
        correction = {"amount": 1, "reason": "Kind"}
        for teacher, student in ((owner, seeded_class.students[0]), (co_teacher, other.students[0])):
            assert teacher.request("POST", f"/api/students/{student.id}/corrections", correction)[0] == 201
        own = {"classroomId": other.id, "studentId": other.students[0].id}
        received = tab.read_until(("goalbucks", own))
    assert not [data for _, data in received if data.get("classroomId") == seeded_class.id]


@pytest.mark.spec("16.4")
def test_thirty_students_on_two_servers_buy_the_last_item_once(url: str, ports: tuple[int, int]) -> None:
    seeded_class = seed_school_database(url)
    item = _offer_one(url, seeded_class)
    together = Barrier(len(seeded_class.students))

    def buy(number: int, student: SeededStudent) -> tuple[int, str | None]:
        with HttpClient(ports[number % 2], student.token) as child:
            child.get("/api/auth/session")  # the connection is open, so that the calls overlap
            together.wait(20)
            status, body = child.request("POST", "/api/purchases", {"itemId": item})
            return status, body.get("code")

    with ThreadPoolExecutor(len(seeded_class.students)) as threads:
        responses = Counter(threads.map(lambda pair: buy(*pair), enumerate(seeded_class.students)))
    assert responses == {(201, None): 1, (409, "out_of_stock"): len(seeded_class.students) - 1}
    with read_ledger(url) as db:
        assert db.get_one(StoreItem, item).stock == 0
        assert_invariants(db)


def _offer_one(url: str, seeded_class: SeededClass) -> str:
    actor = Actor(seeded_class.teacher_id, "teacher", "")
    transactions = open_pooled_transactions(url)
    with transactions.writing() as db:
        classroom = db.get_one(Classroom, seeded_class.id)
        award(db, actor, classroom, [each.id for each in seeded_class.students], AwardFields(5, "Tidy desk"))
        item = add_item(db, classroom, ItemFields("Pencil", None, 5, 1)).id
    transactions.close()
    return item


@pytest.mark.spec("16.4")
def test_failed_sign_ins_on_both_servers_count_towards_one_limit(url: str, ports: tuple[int, int]) -> None:
    seeded_class = seed_school_database(url, students=1)
    with HttpClient(ports[0], "") as here, HttpClient(ports[1], "") as there:

        def sign_in(caller: HttpClient, password: str) -> int:
            body = {"username": seeded_class.students[0].username, "password": password, "classCode": seeded_class.code}
            return caller.request("POST", "/api/auth/student", body)[0]

        tries = [
            sign_in((here, there)[number % 2], "wrong password")
            for number in range(MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS)
        ]
        assert tries == [401] * MAX_FAILURES_PER_ACCOUNT_AND_ADDRESS
        assert [sign_in(here, PASSWORD), sign_in(there, PASSWORD)] == [429, 429]


def test_both_servers_together_allow_one_attempt_a_second_beyond_an_accounts_limit(
    url: str, ports: tuple[int, int]
) -> None:
    seeded_class = seed_school_database(url, students=1)
    transactions = open_pooled_transactions(url)
    with transactions.writing() as db:
        reach_account_limit(db, "student", seeded_class.students[0].id)
    transactions.close()

    def sign_in(number: int) -> int:
        body = {"username": seeded_class.students[0].username, "password": "wrong", "classCode": seeded_class.code}
        with HttpClient(ports[number % 2], address=f"127.0.0.{number + 2}") as caller:
            return caller.request("POST", "/api/auth/student", body)[0]

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(sign_in, range(4))) == [401] * 4
    with read_ledger(url) as db:
        turns = list(
            db.scalars(
                select(RateEvent.created_at).where(RateEvent.kind == "sign_in_turn").order_by(RateEvent.created_at)
            )
        )
    assert len(turns) == 4
    assert all(later - earlier >= timedelta(seconds=1) for earlier, later in pairwise(turns))


def test_a_server_killed_under_load_loses_no_acknowledged_write(
    url: str, ports: tuple[int, int], start_server: StartServer
) -> None:
    seeded_class = seed_school_database(url, submissions=5)
    killed = start_server()
    load = FailoverLoad(seeded_class.teacher_token, seeded_class.pending, (killed.port, ports[0]))
    load.wait_for_responses()
    killed.kill()
    load.join()
    assert load.unexpected == []
    assert load.unavailable == []
    assert len(load.unresolved) <= 2  # each of its connections had one in flight
    assert load.acknowledged | load.unresolved == set(seeded_class.pending)
    assert load.acknowledged <= approved(url, seeded_class)
    with read_ledger(url) as db:
        assert_invariants(db)


def test_both_servers_recover_from_a_database_restart_under_load(
    url: str, ports: tuple[int, int], postgresql: PostgreSQLServer
) -> None:
    seeded_class = seed_school_database(url, submissions=8)
    with EventStreamClient(ports[0], seeded_class.students[0].token, seconds=30) as tab:
        load = FailoverLoad(seeded_class.teacher_token, seeded_class.pending, ports)
        load.wait_for_responses()
        gone = time.monotonic()
        postgresql.stop()
        postgresql.start()
        back = time.monotonic()
        load.join()
        tab.wait_until_end()  # the stream ends because events may have been missed: the page refetches everything
    assert load.unexpected == []
    assert load.acknowledged == set(seeded_class.pending) == approved(url, seeded_class)
    assert load.unavailable
    assert all(gone <= moment <= back + RECOVERY_SECONDS for moment in load.unavailable)
    with (
        EventStreamClient(ports[1], seeded_class.students[0].token) as tab,
        HttpClient(ports[0], seeded_class.teacher_token) as teacher,
    ):
        path = f"/api/students/{seeded_class.students[0].id}/corrections"
        assert teacher.request("POST", path, {"amount": 1, "reason": "Kind"})[0] == 201
        assert tab.read_event() == (
            "goalbucks",
            {"classroomId": seeded_class.id, "studentId": seeded_class.students[0].id},
        )
    with read_ledger(url) as db:
        assert_invariants(db)
