"""Signing in with a login card, and the attacks on it."""

import logging
from functools import partial

import pytest
from httpx2 import Response
from sqlalchemy import func, select

from server.domain.activity.models import ActivityRecord
from server.domain.login_cards.key import LOGIN_CARDS
from server.domain.login_cards.models import LoginCard
from server.security.code_key import CodeKey
from server.security.sessions import SignInSession
from server.settings import Settings
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom
from tests.factories.concurrency import run_concurrently
from tests.factories.fake_clock import FakeClock
from tests.factories.snapshots import count_rows

WRONG, LIMITED = (401, "invalid_card"), (429, "too_often")
UNKNOWN = "ABCD EFGH"
LOOK, SIGN_IN = "/api/auth/card/look", "/api/auth/card"


def send(browser: ApiClient, code: str, path: str = SIGN_IN) -> Response:
    return browser.post(path, {"code": code})


def sessions_of(classroom: PreparedClassroom) -> int:
    with classroom.test_app.open_session() as db:
        own = SignInSession.student_id == classroom.student.id
        return db.scalar(select(func.count()).select_from(SignInSession).where(own)) or 0


@pytest.mark.spec("2.32")
@pytest.mark.postgresql
def test_a_card_signs_its_student_in(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    code = classroom.test_app.login_card(classroom.student)
    browser = classroom.test_app.lan_client()
    looked = send(browser, f" {code[:4].lower()}-{code[4:]}\n", LOOK)
    assert looked.json() == {"firstName": "Amara", "className": "Room 12 Homeroom"}
    assert "set-cookie" not in looked.headers
    signed_in = send(browser, f"{code[:4]} {code[4:].lower()}")
    assert signed_in.status_code == 200
    assert signed_in.json()["user"]["id"] == classroom.student.id
    assert browser.get(f"/api/students/{classroom.student.id}/home").status_code == 200
    (card,) = classroom.teacher_client.get(f"/api/classrooms/{classroom.row.id}/login-cards").json()
    assert card["lastUsedAt"] == fake_clock.now.isoformat().replace("+00:00", "Z")
    with classroom.test_app.open_session() as db:
        (event,) = db.scalars(select(ActivityRecord).where(ActivityRecord.kind == "card_sign_in"))
    assert (event.who_id, event.address) == (classroom.student.id, browser.client_address[0])


@pytest.mark.spec("2.32")
def test_get_requests_and_looking_up_a_card_sign_nobody_in(classroom: PreparedClassroom) -> None:
    """Camera apps and link previews fetch addresses."""
    code = classroom.test_app.login_card(classroom.student)
    browser = classroom.test_app.lan_client()
    for path in (f"/card?code={code}", f"/card/{code}", f"{SIGN_IN}?code={code}", f"{LOOK}?code={code}"):
        browser.get(path)
    assert send(browser, code, LOOK).status_code == 200
    assert sessions_of(classroom) == 0
    assert browser.http.cookies.get("goalbucks_session") is None


@pytest.mark.spec("2.32")
def test_every_wrong_card_gets_the_same_answer(
    classroom: PreparedClassroom, fake_clock: FakeClock, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Unknown, lost and replaced, ended, unused for long, of another computer, of a deleted student, not a code."""
    test_app = classroom.test_app
    unused = test_app.login_card(test_app.student(classroom.row, "Emma", "Li"))
    fake_clock.advance(days=200)
    teacher = test_app.client_for(classroom.teacher)
    replaced = test_app.login_card(classroom.student)
    test_app.login_card(classroom.student)
    ended_of, deleted_of = (test_app.student(classroom.row, name, "Li") for name in ("Finn", "Gita"))
    ended, deleted = test_app.login_card(ended_of), test_app.login_card(deleted_of)
    path = f"/api/classrooms/{classroom.row.id}/login-cards/end"
    assert teacher.post(path, {"studentIds": [ended_of.id]}).status_code == 204
    assert teacher.delete(f"/api/students/{deleted_of.id}").status_code == 204
    elsewhere = test_app.student(classroom.row, "Hana", "Li")
    foreign = test_app.login_card(elsewhere)
    other_key = CodeKey(Settings(data_dir=tmp_path_factory.mktemp("other"), login_card_key="k" * 32), LOGIN_CARDS)
    with test_app.transactions.writing() as db:
        card = db.scalars(select(LoginCard).where(LoginCard.student_id == elsewhere.id)).one()
        card.key_id, card.code_hash = other_key.id, other_key.hash_code(foreign)
    bodies = set()
    for code in (UNKNOWN, "", "é" * 1000, "A", unused, replaced, ended, deleted, foreign):
        for call in (LOOK, SIGN_IN):
            response = send(test_app.lan_client(), code, call)
            assert error(response) == WRONG
            bodies.add((response.text, tuple(response.headers)))
    assert len(bodies) == 1


@pytest.mark.spec("2.32")
@pytest.mark.postgresql
def test_guessing_is_limited_for_each_address_and_a_right_code_is_accepted_meanwhile(
    classroom: PreparedClassroom, fake_clock: FakeClock
) -> None:
    test_app = classroom.test_app
    code = test_app.login_card(classroom.student)
    # One network of IPv6 counts as one address; both calls share the count.
    guessers = [test_app.lan_client(f"2001:db8::{number + 1}") for number in range(2)]
    for number in range(30):
        assert error(send(guessers[number % 2], UNKNOWN, (LOOK, SIGN_IN)[number // 2 % 2])) == WRONG
    for guesser in guessers:
        for call in (LOOK, SIGN_IN):
            limited = send(guesser, UNKNOWN, call)
            assert error(limited) == LIMITED
            assert int(limited.headers["retry-after"]) == 300
    assert count_rows(test_app, "uses") == 30
    assert error(send(test_app.lan_client("2001:db8:0:1::1"), UNKNOWN)) == WRONG
    assert send(guessers[0], code, LOOK).status_code == 200
    assert send(guessers[0], code).status_code == 200
    fake_clock.advance(minutes=5)
    assert error(send(guessers[0], UNKNOWN)) == WRONG


@pytest.mark.postgresql
def test_a_card_that_is_used_while_it_is_replaced_leaves_no_session(classroom: PreparedClassroom) -> None:
    test_app = classroom.test_app
    code = test_app.login_card(classroom.student)
    path = f"/api/classrooms/{classroom.row.id}/login-cards"
    browsers = [test_app.lan_client() for _ in range(4)]
    run_concurrently(
        *(partial(send, browser, code) for browser in browsers),
        partial(classroom.teacher_client.post, path, {"studentIds": [classroom.student.id]}),
    )
    assert sessions_of(classroom) == 0


@pytest.mark.spec("2.32")
def test_the_code_of_a_card_is_never_logged(classroom: PreparedClassroom, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    code = classroom.test_app.login_card(classroom.student)
    browser = classroom.test_app.lan_client()
    send(browser, code, LOOK)
    send(browser, code)
    send(browser, UNKNOWN)
    assert code not in caplog.text
    assert UNKNOWN not in caplog.text
