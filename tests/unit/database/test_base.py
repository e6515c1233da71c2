"""Ids that increase even if the clock is set back, and times stored in UTC."""

from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest
from sqlalchemy.exc import StatementError

from server.database import base
from server.database.base import IdGenerator, advance_ids_past, new_id, newest_id
from tests.unit.row_builder import RowBuilder


def test_each_new_id_is_a_uuid7_greater_than_all_before() -> None:
    ids = [new_id() for _ in range(1000)]
    assert ids == sorted(set(ids))
    assert {UUID(each).version for each in ids} == {7}


def test_new_ids_are_greater_than_the_newest_even_if_the_clock_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "ids", IdGenerator())
    ahead = "ffff0000-0000-7000-8000-000000000000"
    advance_ids_past(ahead)
    later = [new_id() for _ in range(3)]
    assert [ahead, *later] == sorted([ahead, *later])
    assert {UUID(each).version for each in later} == {7}


@pytest.mark.parametrize("text", ["", "zzzz", "ffffffff-ffff-4fff-8fff-ffffffffffff"])
def test_an_id_other_than_a_uuid7_does_not_advance_new_ids(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(base, "ids", IdGenerator())
    advance_ids_past(text)
    assert new_id() < "ffff"


def test_the_newest_id_is_that_of_all_tables(rows: RowBuilder) -> None:
    goal = rows.add_goal()
    assert newest_id(rows.db) == goal.id


def test_a_time_is_stored_and_read_in_utc(rows: RowBuilder) -> None:
    summer = datetime(2026, 6, 1, 14, tzinfo=timezone(timedelta(hours=2)))
    rows.teacher.disabled_at = summer
    rows.db.flush()
    rows.db.expire(rows.teacher)
    assert rows.teacher.disabled_at == summer
    assert rows.teacher.disabled_at.tzinfo is UTC


def test_a_time_without_a_zone_is_refused(rows: RowBuilder) -> None:
    rows.teacher.disabled_at = datetime(2026, 6, 1)  # noqa: DTZ001 - what is to be refused
    with pytest.raises(StatementError):
        rows.db.flush()
