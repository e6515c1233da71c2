"""The item that a student saves for."""

import pytest

from server.domain.goalbucks import service as goalbucks
from server.domain.savings import queries, service
from server.domain.savings.schemas import SavingsResponse
from server.domain.store import service as store
from server.domain.store.models import ItemFields
from server.domain.students import service as students
from server.errors import NotFoundError
from tests.unit.row_builder import RowBuilder


def saved_for(rows: RowBuilder) -> SavingsResponse | None:
    rows.db.flush()
    return queries.savings_of_student(rows.db, rows.student.id)


def choose(rows: RowBuilder, item_id: str | None) -> None:
    service.choose(rows.db, rows.as_student, item_id)


@pytest.mark.spec("25.1")
class TestChoosing:
    def test_a_student_saves_for_one_item_at_a_time(self, rows: RowBuilder) -> None:
        assert saved_for(rows) is None
        for item in (rows.add_item("Class DJ", 300, stock=2), rows.add_item("Chair", 250)):
            choose(rows, item.id)
            assert saved_for(rows) == SavingsResponse(item.id, item.name, item.goalbucks_cost, item.stock, None)
        for _ in range(2):
            choose(rows, None)
            assert saved_for(rows) is None

    def test_nothing_is_set_aside(self, rows: RowBuilder) -> None:
        rows.award(10)
        choose(rows, rows.add_item(goalbucks_cost=300).id)
        rows.buy(rows.add_item(goalbucks_cost=10))
        assert rows.balance == 0
        assert saved_for(rows) is not None

    def test_it_shows_the_item_as_it_is_now(self, rows: RowBuilder) -> None:
        item = rows.add_item("Class DJ", 300)
        choose(rows, item.id)
        store.edit_item(item, ItemFields("Class DJ for a day", None, 200, 0, "music"))
        assert saved_for(rows) == SavingsResponse(item.id, "Class DJ for a day", 200, 0, "music")

    def test_an_item_of_another_class_is_not_found(self, rows: RowBuilder) -> None:
        other = rows.for_other_teacher().add_item()
        for item_id in (other.id, "unknown"):
            with pytest.raises(NotFoundError):
                choose(rows, item_id)
        assert saved_for(rows) is None

    def test_classmates_save_for_the_same_item(self, rows: RowBuilder) -> None:
        item, first = rows.add_item(), rows.student
        choose(rows, item.id)
        rows.student = rows.add_student()
        choose(rows, item.id)
        rows.award(5)
        rows.buy(item)
        assert saved_for(rows) is None
        rows.student = first
        assert saved_for(rows) is not None


@pytest.mark.spec("25.1")
class TestEnding:
    def test_buying_the_item_ends_it(self, rows: RowBuilder) -> None:
        rows.award(10)
        item = rows.add_item()
        choose(rows, item.id)
        rows.buy(item)
        assert saved_for(rows) is None

    def test_buying_another_item_does_not(self, rows: RowBuilder) -> None:
        rows.award(10)
        item = rows.add_item()
        choose(rows, item.id)
        rows.buy(rows.add_item())
        assert saved_for(rows) is not None

    def test_a_purchase_that_is_refused_does_not(self, rows: RowBuilder) -> None:
        item = rows.add_item()
        choose(rows, item.id)
        with rows.db.begin_nested(), pytest.raises(goalbucks.NotEnoughGoalbucksError):
            rows.buy(item)
        assert saved_for(rows) is not None

    def test_of_a_deleted_item_the_name_stays_until_it_is_dismissed(self, rows: RowBuilder) -> None:
        item = rows.add_item("Class DJ")
        choose(rows, item.id)
        store.delete_item(rows.db, rows.as_teacher, item)
        assert saved_for(rows) == SavingsResponse(None, "Class DJ", None, None, None)
        choose(rows, None)
        assert saved_for(rows) is None

    def test_another_item_takes_the_place_of_a_deleted_one(self, rows: RowBuilder) -> None:
        item, other = rows.add_item("Class DJ"), rows.add_item("Chair", 250)
        choose(rows, item.id)
        store.delete_item(rows.db, rows.as_teacher, item)
        choose(rows, other.id)
        assert saved_for(rows) == SavingsResponse(other.id, "Chair", 250, None, None)

    def test_moving_to_another_class_ends_it(self, rows: RowBuilder) -> None:
        choose(rows, rows.add_item().id)
        students.move(rows.db, rows.as_teacher, rows.student, rows.add_classroom())
        assert saved_for(rows) is None


def test_a_savings_goal_for_an_item_of_another_class_is_found(rows: RowBuilder) -> None:
    item = rows.add_item()
    choose(rows, item.id)
    assert queries.find_foreign_savings(rows.db) == []
    rows.student.classroom_id = rows.add_classroom().id
    rows.db.flush()
    assert [goal.item_id for goal in queries.find_foreign_savings(rows.db)] == [item.id]
