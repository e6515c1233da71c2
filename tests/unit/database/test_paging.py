"""Pages of lists: newest first, each row once, over one class or several."""

import pytest
from sqlalchemy import select

from server.database.paging import PageRequest, newest_first, newest_in_classes
from server.domain.classrooms.membership import class_ids
from server.domain.goals.models import Goal
from tests.unit.row_builder import RowBuilder


@pytest.fixture
def goals(rows: RowBuilder) -> list[str]:
    """The ids of seven goals in three classes, the newest first; the fourth class has none."""
    students = [rows.student, *(rows.add_student(rows.add_classroom()) for _ in range(2))]
    rows.add_classroom()
    made = [rows.add_goal(students[number % 3]) for number in range(7)]
    rows.for_other_teacher().add_goal()
    return [goal.id for goal in made[::-1]]


@pytest.mark.spec("11.8")
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8, 500])
def test_pages_of_several_classes_list_every_row_once_newest_first(
    rows: RowBuilder, goals: list[str], limit: int
) -> None:
    owned = class_ids(rows.db, rows.as_teacher)
    listed: list[str] = []
    while True:
        page = PageRequest(limit=limit, before=listed[-1] if listed else None)
        found = rows.db.scalars(newest_in_classes(select(Goal), Goal, owned, page)).all()
        assert len(found) <= limit
        listed += [goal.id for goal in found]
        if len(found) < limit:
            break
    assert listed == goals


def test_a_page_without_a_limit_lists_everything(rows: RowBuilder, goals: list[str]) -> None:
    owned = class_ids(rows.db, rows.as_teacher)
    found = rows.db.scalars(newest_in_classes(select(Goal), Goal, owned, PageRequest())).all()
    assert [goal.id for goal in found] == goals


def test_a_page_of_no_classes_is_empty(rows: RowBuilder, goals: list[str]) -> None:
    del goals
    for page in (PageRequest(), PageRequest(limit=5)):
        assert rows.db.scalars(newest_in_classes(select(Goal), Goal, [], page)).all() == []


@pytest.mark.parametrize("limit", [None, 1, 500])
def test_status_and_conditions_filter_every_class(rows: RowBuilder, goals: list[str], limit: int | None) -> None:
    chosen = rows.db.get_one(Goal, goals[0])
    for status, wanted in (("current", [chosen.id]), ("completed", [])):
        page = PageRequest(status, limit)
        query = newest_in_classes(select(Goal), Goal, [chosen.classroom_id], page, Goal.id == chosen.id)
        assert [goal.id for goal in rows.db.scalars(query)] == wanted


def test_a_page_starts_after_its_cursor_even_if_that_row_was_deleted(rows: RowBuilder, goals: list[str]) -> None:
    rows.db.delete(rows.db.get_one(Goal, goals[2]))
    rows.db.flush()
    query = newest_first(select(Goal).where(Goal.id.in_(goals)), Goal, PageRequest(limit=2, before=goals[2]))
    assert [goal.id for goal in rows.db.scalars(query)] == goals[3:5]
