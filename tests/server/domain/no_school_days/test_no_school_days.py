"""A teacher's days without school."""

from datetime import timedelta

import pytest

from server import clock
from tests.factories.api_client import ApiClient, error
from tests.factories.classroom import PreparedClassroom

pytestmark = pytest.mark.postgresql


@pytest.fixture
def teacher(classroom: PreparedClassroom) -> ApiClient:
    return classroom.teacher_client


@pytest.fixture
def path(classroom: PreparedClassroom) -> str:
    return f"/api/teachers/{classroom.teacher.id}/no-school-days"


@pytest.mark.spec("22.4")
def test_days_are_replaced_and_listed_by_date(teacher: ApiClient, path: str) -> None:
    spring = {"from": "2030-04-01", "to": "2030-04-12", "name": "Spring break"}
    day = {"from": "2030-01-20", "to": "2030-01-20", "name": None}
    assert teacher.put(path, [spring, {"from": "2030-01-20", "to": "2030-01-20", "name": " "}]).json() == [day, spring]
    assert teacher.put(path, [spring]).json() == [spring]
    assert teacher.get(path).json() == [spring]


@pytest.mark.parametrize("to", ["2030-01-19", "2030-04-30"])
def test_a_range_that_ends_before_it_begins_or_is_too_long_is_named(teacher: ApiClient, path: str, to: str) -> None:
    response = teacher.put(path, [{"from": "2030-01-20", "to": to}])
    assert error(response) == (422, "invalid")
    assert set(response.json()["fields"]) == {"0.to"}
    assert response.json()["error"].startswith("Please check what you entered: to must")
    assert teacher.get(path).json() == []


@pytest.mark.spec("22.4")
def test_more_than_sixty_that_are_not_over_are_refused(teacher: ApiClient, path: str) -> None:
    today = clock.local_date()
    ranges = [{"from": str(day), "to": str(day)} for day in (today + timedelta(days=2 * each) for each in range(61))]
    over = {"from": str(today - timedelta(days=9)), "to": str(today - timedelta(days=1))}
    assert error(teacher.put(path, ranges)) == (422, "invalid")
    assert len(teacher.put(path, [over, *ranges[1:]]).json()) == 61


@pytest.mark.spec("22.4")
def test_those_that_ended_more_than_a_year_ago_are_removed(teacher: ApiClient, path: str) -> None:
    ended = str(clock.local_date() - timedelta(days=366))
    assert teacher.put(path, [{"from": ended, "to": ended}]).json() == []
