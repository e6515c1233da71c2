"""Guessing class codes is slowed (specification 2.19), and a class that mistypes isn't."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from unittest.mock import patch

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from httpx2 import Response
from sqlalchemy import event

from server.domain.auth import sign_in_limits
from server.domain.classrooms.service import CODE_ALPHABET
from server.domain.students.models import Student
from tests.factories.at_once import at_once
from tests.factories.passwords import PASSWORD, PASSWORD_HASH
from tests.factories.room import Room
from tests.factories.stored import count
from tests.factories.world import Browser, error
from tests.server.conftest import Hands, MakeWorld

pytestmark = pytest.mark.postgresql

WRONG = (401, "invalid_credentials")
BRAKED = (429, "too_often")
GUESSES = 4
"""With ten failures of an address allowed: two fifths of them."""


@pytest.fixture
def room(make_world: MakeWorld) -> Room:
    return Room.of(make_world(address_failure_limit=10))


def sign_in(browser: Browser, student: Student, code: str, password: str = PASSWORD) -> Response:
    body = {"username": student.username, "password": password, "classCode": code}
    return browser.post("/api/auth/student", body)


def guess(room: Room, address: str = "192.168.1.77", times: int = GUESSES) -> None:
    picked = random.Random(7)
    for _ in range(times):
        code = "".join(picked.choices(CODE_ALPHABET, k=6))
        assert error(sign_in(room.world.device(address), room.student, code)) == WRONG


@pytest.mark.spec("2.19")
def test_it_is_120_in_five_minutes_unless_a_school_allows_more_failures() -> None:
    assert sign_in_limits.unknown_class_code_key("any", 300).limit.max_events == 120
    assert sign_in_limits.unknown_class_code_key("any", 2000).limit.max_events == 800


def test_beyond_it_right_codes_are_refused_as_wrong_ones(room: Room, hands: Hands) -> None:
    guess(room)
    wrong = sign_in(room.world.device(), room.student, "222222")
    right = sign_in(room.world.device(), room.student, room.classroom.class_code)
    assert error(wrong) == error(right) == BRAKED
    assert wrong.json() == right.json()
    assert right.headers["retry-after"] == "300"
    assert right.json()["error"] == "Many wrong class codes were tried from here. Please try again in 5 minutes."
    hands.move(minutes=5)
    assert sign_in(room.world.device(), room.student, room.classroom.class_code).status_code == 200


def test_a_known_browser_and_other_addresses_go_on(room: Room) -> None:
    known = room.world.device()
    assert sign_in(known, room.student, room.classroom.class_code).status_code == 200
    guess(room)
    assert sign_in(known, room.student, room.classroom.class_code).status_code == 200
    elsewhere = room.world.device("192.168.1.78")
    assert sign_in(elsewhere, room.student, room.classroom.class_code).status_code == 200


def test_a_teacher_at_the_same_address_goes_on(room: Room) -> None:
    guess(room, "127.0.0.1")
    body = {"username": room.teacher.email, "password": PASSWORD}
    assert room.world.visitor().post("/api/auth/teacher", body).status_code == 200


def test_a_wrong_password_with_a_right_code_is_no_guess_of_a_code(room: Room) -> None:
    for _ in range(GUESSES):
        assert error(sign_in(room.world.device(), room.student, room.classroom.class_code, "wrong")) == WRONG
    assert count(room.world, "uses") == 0


def test_of_many_guesses_at_once_no_more_than_allowed_are_looked_at(room: Room) -> None:
    devices = [room.world.device() for _ in range(GUESSES * 2)]
    answers = at_once(*(partial(sign_in, device, room.student, "222222") for device in devices))
    assert sorted(error(answer) for answer in answers) == [WRONG] * GUESSES + [BRAKED] * GUESSES


def test_thirty_who_mistype_it_twice_behind_one_address_get_in_by_default(make_world: MakeWorld) -> None:
    room = Room.of(make_world())
    with no_hashing():
        for number in range(60):
            body = {"username": f"student{number // 2}", "password": PASSWORD, "classCode": "222222"}
            assert error(room.world.device().post("/api/auth/student", body)) == WRONG
    assert sign_in(room.world.device(), room.student, room.classroom.class_code).status_code == 200


def test_as_much_is_looked_up_and_hashed_whether_the_code_exists_or_not(room: Room) -> None:
    def asked_until_hashed(code: str) -> list[str]:
        asked: list[str] = []
        until_hashed: list[str] = []
        verify = PasswordHasher.verify

        def note(hasher: PasswordHasher, hashed: str, password: str) -> bool:
            until_hashed.extend(asked)
            return verify(hasher, hashed, password)

        with patch.object(PasswordHasher, "verify", note), statements(room, asked):
            assert error(sign_in(room.world.device(), room.student, code, "wrong")) == WRONG
        return [each.partition("WHERE")[0] for each in until_hashed]

    unknown, known = asked_until_hashed("222222"), asked_until_hashed(room.classroom.class_code)
    assert [each for each in unknown if each.startswith("SELECT students")] != []
    assert unknown == known


@contextmanager
def statements(room: Room, into: list[str]) -> Iterator[None]:
    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        into.append(statement)

    engine = room.world.transactions.engine
    event.listen(engine, "before_cursor_execute", note)
    yield
    event.remove(engine, "before_cursor_execute", note)


@contextmanager
def no_hashing() -> Iterator[None]:
    """Sixty real hashes take two seconds, and the rule isn't about them."""

    def verify(_hasher: PasswordHasher, hashed: str, _password: str) -> bool:
        if hashed != PASSWORD_HASH:
            raise VerifyMismatchError
        return True

    with patch.object(PasswordHasher, "verify", verify):
        yield
