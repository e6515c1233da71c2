"""Rate limits: events in a sliding window."""

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from server.domain.store.service import PurchaseLimitError
from server.requests import rate_limit
from server.requests.rate_limit import RateEvent, RateLimit, RateLimitExceededError
from tests.factories.fake_clock import FakeClock

LIMIT = RateLimit("thing", 3, timedelta(minutes=5), PurchaseLimitError)
KEY = LIMIT.for_key("somebody")


def consume(db: Session, times: int = 1, subject: str = "somebody") -> None:
    for _ in range(times):
        rate_limit.consume(db, [LIMIT.for_key(subject)])


def events(db: Session) -> list[RateEvent]:
    return list(db.scalars(select(RateEvent)))


def test_one_event_more_than_the_limit_is_refused_with_the_time_to_wait(db: Session, fake_clock: FakeClock) -> None:
    for _ in range(3):
        consume(db)
        fake_clock.advance(minutes=1)
    with pytest.raises(RateLimitExceededError) as refused:
        consume(db)
    assert refused.value.headers == {"Retry-After": "120"}
    assert refused.value.message == "You have bought a lot in a short time. Please try again in 2 minutes."


def test_the_window_slides_so_that_one_event_is_allowed_as_one_expires(db: Session, fake_clock: FakeClock) -> None:
    for _ in range(3):
        consume(db)
        fake_clock.advance(minutes=1)
    fake_clock.advance(minutes=2)
    consume(db)
    with pytest.raises(RateLimitExceededError):
        consume(db)


@pytest.mark.parametrize(
    ("seconds", "wait"), [(299, "in a minute"), (240, "in a minute"), (239, "in 2 minutes"), (1, "in 5 minutes")]
)
def test_the_sentence_rounds_the_time_to_wait_up_to_minutes(
    db: Session, fake_clock: FakeClock, seconds: int, wait: str
) -> None:
    consume(db, 3)
    fake_clock.advance(seconds=seconds)
    with pytest.raises(RateLimitExceededError, match=f"{wait}\\.$") as refused:
        rate_limit.check(db, [KEY])
    assert refused.value.headers == {"Retry-After": str(300 - seconds)}


def test_a_refused_call_counts_for_none_of_its_limits(db: Session, fake_clock: FakeClock) -> None:
    del fake_clock
    consume(db, 3)
    other = RateLimit("other thing", 3, timedelta(minutes=5), PurchaseLimitError).for_key("somebody")
    with pytest.raises(RateLimitExceededError):
        rate_limit.consume(db, [other, KEY])
    assert rate_limit.current_usage(db, other) == 0


def test_each_subject_and_kind_is_counted_separately(db: Session, fake_clock: FakeClock) -> None:
    del fake_clock
    consume(db, 3)
    consume(db, 3, subject="somebody else")
    other = RateLimit("other thing", 1, timedelta(minutes=5), PurchaseLimitError)
    rate_limit.consume(db, [other.for_key("somebody")])


def test_setting_the_clock_back_does_not_extend_a_limit(db: Session, fake_clock: FakeClock) -> None:
    fake_clock.advance(hours=10)
    consume(db, 3)
    fake_clock.advance(hours=-10)
    consume(db)
    assert len(events(db)) == 1


def test_events_older_than_an_hour_are_deleted(db: Session, fake_clock: FakeClock) -> None:
    consume(db)
    fake_clock.advance(hours=1)
    consume(db, subject="somebody else")
    assert len(events(db)) == 1


def test_a_cost_that_is_known_afterwards_may_exceed_the_limit(db: Session, fake_clock: FakeClock) -> None:
    assert rate_limit.current_usage(db, KEY) == 0
    rate_limit.record(db, KEY, 10)
    with pytest.raises(RateLimitExceededError):
        rate_limit.current_usage(db, KEY)
    fake_clock.advance(minutes=5)
    assert rate_limit.current_usage(db, KEY) == 0


def test_only_a_digest_of_the_subject_is_stored(db: Session) -> None:
    consume(db, subject="192.168.1.77")
    (event,) = events(db)
    assert "192.168.1.77" not in event.key


def test_a_window_longer_than_events_are_stored_is_refused() -> None:
    with pytest.raises(ValueError, match="deleted before its window ends"):
        RateLimit("thing", 3, timedelta(hours=1, seconds=1), PurchaseLimitError)
