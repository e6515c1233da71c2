"""The stored response of a call that is repeated with the same key."""

import asyncio

import pytest
from fastapi import Request, Response
from sqlalchemy import select
from sqlalchemy.orm import Session

from server.requests import idempotency
from server.requests.idempotency import IdempotencyCheck, IdempotencyKey, IdempotencyKeyReusedError, ReplayResponse
from server.security.actor import Actor
from tests.factories.fake_clock import FakeClock

AMARA, DIEGO = Actor("amara", "student", ""), Actor("diego", "student", "")


def call(  # noqa: PLR0913 - what a call is made of
    db: Session,
    *,
    key: str | None = "key",
    by: Actor = AMARA,
    body: bytes = b"{}",
    path: str = "/",
    response: str = "[]",
) -> None:
    """Make a call that succeeds; raises `ReplayResponse` when it was made before."""

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    request = Request({"type": "http", "method": "POST", "path": path, "headers": [], "state": {}}, receive)
    asyncio.run(IdempotencyCheck(stores_response=True)(request, by, db, key))
    idempotency.store_response(db, request, Response(response, status_code=201))
    db.flush()


def stored_answers(db: Session) -> set[bytes]:
    return {key.response_body for key in db.scalars(select(IdempotencyKey))}


@pytest.mark.spec("11.7")
def test_a_repeated_call_gets_the_response_of_the_first(db: Session) -> None:
    call(db, response='{"id": 1}')
    with pytest.raises(ReplayResponse) as replay:
        call(db, response='{"id": 2}')
    assert (replay.value.response.status_code, replay.value.response.body) == (201, b'{"id": 1}')


def test_another_body_or_path_with_the_same_key_is_refused(db: Session) -> None:
    call(db)
    with pytest.raises(IdempotencyKeyReusedError):
        call(db, body=b"[]")
    with pytest.raises(IdempotencyKeyReusedError):
        call(db, path="/other")


@pytest.mark.spec("11.7")
def test_keys_are_separate_for_each_user(db: Session) -> None:
    call(db)
    call(db, by=DIEGO, body=b"[]")


def test_a_call_with_another_key_or_none_is_executed_again(db: Session) -> None:
    call(db)
    call(db, key="another key")
    for _ in range(2):
        call(db, key=None)


@pytest.mark.spec("11.7")
def test_a_key_expires_after_a_day(db: Session, fake_clock: FakeClock) -> None:
    call(db, response="1")
    fake_clock.advance(hours=23)
    with pytest.raises(ReplayResponse):
        call(db)
    fake_clock.advance(hours=1)
    call(db, response="2")
    assert stored_answers(db) == {b"2"}


@pytest.mark.spec("26.8")
def test_everybodys_stored_responses_that_reference_a_user_are_deleted_with_the_user(db: Session) -> None:
    call(db, key="1", response='{"studentId": "noor"}')
    call(db, key="2", response='{"studentId": "diego"}')
    call(db, by=DIEGO, response='{"studentId": "noor"}')
    call(db, key="2", by=DIEGO, response='{"studentId": "amara"}')
    idempotency.delete_referencing(db, "noor")
    assert stored_answers(db) == {b'{"studentId": "diego"}', b'{"studentId": "amara"}'}
    idempotency.delete_keys_of(db, select(IdempotencyKey.person_id).where(IdempotencyKey.person_id == "diego"))
    assert stored_answers(db) == {b'{"studentId": "diego"}'}
