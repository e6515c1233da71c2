"""An account whose limit others have reached still lets in a right password from an address that hasn't failed."""

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


def student_signs_in(room: Room, address: str, password: str = PASSWORD) -> Response:
    body = {"username": room.student.username, "password": password, "classCode": room.classroom.class_code}
    return room.world.device(address).post("/api/auth/student", body)


def turns_taken(world: World) -> list[datetime]:
    """When attempts beyond an account's limit had their turns."""
    with world.look() as db:
        return list(
            db.scalars(
                select(RateEvent.created_at).where(RateEvent.kind == "sign_in_turn").order_by(RateEvent.created_at)
            )
        )


class TestAnAccountAtItsLimit:
    @pytest.fixture(autouse=True)
    def limit(self, room: Room) -> None:
        with room.world.transactions.writing() as db:
            reach_account_limit(db, "student", room.student.id)

    @pytest.mark.spec("2.20")
    def test_lets_in_a_right_password_from_an_address_that_has_not_failed(self, room: Room) -> None:
        assert student_signs_in(room, VICTIM).status_code == 200

    def test_lets_an_address_fail_once(self, room: Room) -> None:
        assert error(student_signs_in(room, VICTIM, "wrong")) == WRONG
        refused = student_signs_in(room, VICTIM)
        assert error(refused) == LIMITED
        assert 290 <= int(refused.headers["retry-after"]) <= 300

    def test_refuses_the_addresses_that_failed_before(self, room: Room) -> None:
        assert error(student_signs_in(room, "10.0.0.1")) == LIMITED
        assert turns_taken(room.world) == []

    @pytest.mark.spec("2.20")
    def test_lets_addresses_try_one_at_a_time_and_one_a_second(self, room: Room) -> None:
        calls = [partial(student_signs_in, room, f"10.0.1.{number}", "wrong") for number in range(2)]
        answers = at_once(*calls, partial(student_signs_in, room, VICTIM))
        assert [answer.status_code for answer in answers] == [401, 401, 200]
        taken = turns_taken(room.world)
        assert len(taken) == 3
        assert all(later - earlier >= timedelta(seconds=1) for earlier, later in pairwise(taken))

    def test_gives_an_address_one_turn_however_many_tries_it_sends(self, room: Room) -> None:
        answers = at_once(*(partial(student_signs_in, room, VICTIM, "wrong") for _ in range(6)))
        assert sorted(answer.status_code for answer in answers) == [401] + [429] * 5
        assert len(turns_taken(room.world)) == 1

    @pytest.mark.spec("2.20")
    @pytest.mark.usefixtures("hands")
    def test_tells_who_waited_in_vain_to_come_back_soon(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        assert error(student_signs_in(room, "10.0.1.1", "wrong")) == WRONG
        monkeypatch.setattr(fair_queue, "ACCOUNT_LOCK_TIMEOUT_SECONDS", 0.5)
        answer = student_signs_in(room, VICTIM)
        assert error(answer) == (429, "too_many_waiting")
        assert answer.headers["retry-after"] == "3"

    def test_counts_the_64_bits_of_an_ipv6_network_as_one_address(self, room: Room) -> None:
        assert error(student_signs_in(room, "2001:db8:0:1::a", "wrong")) == WRONG
        assert error(student_signs_in(room, "2001:db8:0:1:ffff::b")) == LIMITED
        assert student_signs_in(room, "2001:db8:0:2::a").status_code == 200


def test_an_account_that_does_not_exist_answers_alike_at_its_limit(world: World) -> None:
    body = {"username": "nobody", "password": "wrong", "classCode": "222222"}

    def tries(address: str) -> Response:
        browser: Browser = world.device(address)
        return browser.post("/api/auth/student", body)

    for number in range(MAX_FAILURES_PER_ACCOUNT):
        assert error(tries(f"10.0.{number // 5}.1")) == WRONG
    assert [error(tries(VICTIM)), error(tries(VICTIM))] == [WRONG, LIMITED]


class TestTeachers:
    @pytest.fixture
    def room(self, make_world: MakeWorld) -> Room:
        return Room.of(make_world(teacher_from_network=True))

    @pytest.fixture(autouse=True)
    def limit(self, room: Room) -> None:
        with room.world.transactions.writing() as db:
            reach_account_limit(db, "teacher", room.teacher.id)

    @staticmethod
    def signs_in(room: Room, address: str, password: str = PASSWORD) -> Response:
        body = {"username": room.teacher.email, "password": password}
        return room.world.device(address).post("/api/auth/teacher", body)

    def test_a_teacher_gets_in_as_well(self, room: Room) -> None:
        assert self.signs_in(room, VICTIM).status_code == 200

    def test_the_recovery_code_works_as_well(self, room: Room) -> None:
        made = room.desk.post(f"/api/teachers/{room.teacher.id}/recovery-code", {"currentPassword": PASSWORD})
        body = {"username": room.teacher.email, "code": made.json()["code"], "newPassword": "another one"}
        assert error(room.world.device("10.0.0.1").post("/api/auth/recover", body)) == LIMITED
        assert room.world.device(VICTIM).post("/api/auth/recover", body).status_code == 200

    def test_the_password_can_be_changed_as_well(self, room: Room) -> None:
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
