"""Attempts beyond an account's failure limit: one per address without failures, queued (docs/decisions/0022)."""

from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise

import pytest
from httpx2 import Response
from sqlalchemy import select

from server.security import fair_queue
from server.security.client_address import rate_limit_address
from server.security.rate_limit import RateEvent
from server.security.throttle import MAX_FAILURES_PER_ACCOUNT
from tests.factories.at_once import at_once
from tests.factories.lockout import reach_account_limit
from tests.factories.passwords import PASSWORD
from tests.factories.room import Room
from tests.factories.world import Browser, World, error
from tests.server.conftest import MakeWorld

pytestmark = pytest.mark.postgresql

VICTIM = "192.168.1.77"
WRONG = (401, "invalid_credentials")
LIMITED = (429, "too_many_attempts")


def sign_in_student(room: Room, address: str, password: str = PASSWORD) -> Response:
    body = {"username": room.student.username, "password": password, "classCode": room.classroom.class_code}
    return room.world.device(address).post("/api/auth/student", body)


def queued_attempt_times(world: World) -> list[datetime]:
    """Return the times of the attempts beyond an account's limit that left the queue."""
    with world.look() as db:
        return list(
            db.scalars(
                select(RateEvent.created_at).where(RateEvent.kind == "sign_in_turn").order_by(RateEvent.created_at)
            )
        )


class TestStudentAtTheAccountLimit:
    @pytest.fixture(autouse=True)
    def limit(self, room: Room) -> None:
        with room.world.transactions.writing() as db:
            reach_account_limit(db, "student", room.student.id)

    @pytest.mark.spec("2.20")
    def test_the_right_password_signs_in_from_an_address_without_failures(self, room: Room) -> None:
        assert sign_in_student(room, VICTIM).status_code == 200

    def test_an_address_may_fail_once_and_is_then_429(self, room: Room) -> None:
        assert error(sign_in_student(room, VICTIM, "wrong")) == WRONG
        refused = sign_in_student(room, VICTIM)
        assert error(refused) == LIMITED
        assert 290 <= int(refused.headers["retry-after"]) <= 300

    def test_an_address_that_failed_before_is_429_without_queueing(self, room: Room) -> None:
        assert error(sign_in_student(room, "10.0.0.1")) == LIMITED
        assert queued_attempt_times(room.world) == []

    @pytest.mark.spec("2.20")
    def test_queued_attempts_run_one_at_a_time_and_at_most_one_a_second(self, room: Room) -> None:
        calls = [partial(sign_in_student, room, f"10.0.1.{number}", "wrong") for number in range(2)]
        answers = at_once(*calls, partial(sign_in_student, room, VICTIM))
        assert [answer.status_code for answer in answers] == [401, 401, 200]
        times = queued_attempt_times(room.world)
        assert len(times) == 3
        assert all(later - earlier >= timedelta(seconds=1) for earlier, later in pairwise(times))

    def test_an_address_gets_one_queued_attempt_however_many_it_sends(self, room: Room) -> None:
        answers = at_once(*(partial(sign_in_student, room, VICTIM, "wrong") for _ in range(6)))
        assert sorted(answer.status_code for answer in answers) == [401] + [429] * 5
        assert len(queued_attempt_times(room.world)) == 1

    @pytest.mark.spec("2.20")
    @pytest.mark.usefixtures("hands")
    def test_a_queued_attempt_that_times_out_is_429_with_retry_after(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert error(sign_in_student(room, "10.0.1.1", "wrong")) == WRONG
        monkeypatch.setattr(fair_queue, "ACCOUNT_LOCK_TIMEOUT_SECONDS", 0.5)
        answer = sign_in_student(room, VICTIM)
        assert error(answer) == (429, "too_many_waiting")
        assert answer.headers["retry-after"] == "3"

    def test_addresses_of_one_ipv6_64_bit_network_share_their_attempts(self, room: Room) -> None:
        assert error(sign_in_student(room, "2001:db8:0:1::a", "wrong")) == WRONG
        assert error(sign_in_student(room, "2001:db8:0:1:ffff::b")) == LIMITED
        assert sign_in_student(room, "2001:db8:0:2::a").status_code == 200


def test_an_unknown_account_at_its_limit_answers_like_an_existing_one(world: World) -> None:
    body = {"username": "nobody", "password": "wrong", "classCode": "222222"}

    def sign_in_from(address: str) -> Response:
        browser: Browser = world.device(address)
        return browser.post("/api/auth/student", body)

    for number in range(MAX_FAILURES_PER_ACCOUNT):
        assert error(sign_in_from(f"10.0.{number // 5}.1")) == WRONG
    assert [error(sign_in_from(VICTIM)), error(sign_in_from(VICTIM))] == [WRONG, LIMITED]


class TestTeacherAtTheAccountLimit:
    @pytest.fixture
    def room(self, make_world: MakeWorld) -> Room:
        return Room.of(make_world(teacher_from_network=True))

    @pytest.fixture(autouse=True)
    def limit(self, room: Room) -> None:
        with room.world.transactions.writing() as db:
            reach_account_limit(db, "teacher", room.teacher.id)

    @staticmethod
    def sign_in(room: Room, address: str, password: str = PASSWORD) -> Response:
        body = {"username": room.teacher.email, "password": password}
        return room.world.device(address).post("/api/auth/teacher", body)

    def test_a_teacher_at_the_account_limit_signs_in_from_an_address_without_failures(self, room: Room) -> None:
        assert self.sign_in(room, VICTIM).status_code == 200

    def test_a_recovery_code_works_at_the_account_limit_from_an_address_without_failures(self, room: Room) -> None:
        made = room.desk.post(f"/api/teachers/{room.teacher.id}/recovery-code", {"currentPassword": PASSWORD})
        body = {"username": room.teacher.email, "code": made.json()["code"], "newPassword": "another one"}
        assert error(room.world.device("10.0.0.1").post("/api/auth/recover", body)) == LIMITED
        assert room.world.device(VICTIM).post("/api/auth/recover", body).status_code == 200

    def test_a_teacher_at_the_account_limit_can_change_the_password(self, room: Room) -> None:
        body = {"currentPassword": PASSWORD, "newPassword": "another one"}
        assert room.desk.put(f"/api/teachers/{room.teacher.id}/password", body).status_code == 204


@pytest.mark.spec("2.19")
@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.77", "192.168.1.77"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.168.1.77", "192.168.1.77"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_address_is_counted_by_its_64_bit_network(address: str, counted: str) -> None:
    assert rate_limit_address(address) == counted
