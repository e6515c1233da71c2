"""Groups of a class's students."""

import pytest
from sqlalchemy import func, select

from server.data_protection.backups.integrity import group_problems
from server.domain.groups import queries, service
from server.domain.groups.models import MAX_GROUPS, StudentGroup, StudentGroupMember
from server.domain.groups.service import NameTakenError, TooManyGroupsError
from server.domain.students import service as students
from server.errors import NotFoundError
from tests.unit.row_builder import RowBuilder


def student_ids(rows: RowBuilder, group: StudentGroup) -> list[str]:
    return [member.student_id for member in queries.members_of(rows.db, [group.id])]


def count(rows: RowBuilder, model: type[StudentGroup | StudentGroupMember]) -> int | None:
    return rows.db.scalar(select(func.count()).select_from(model))


class TestNames:
    @pytest.mark.spec("4.11")
    @pytest.mark.parametrize("same", ["Red readers", "RED READERS", "\uff32ed readers"])
    def test_two_groups_of_a_class_cannot_have_the_same_name(self, rows: RowBuilder, same: str) -> None:
        rows.add_group("Red readers")
        with pytest.raises(NameTakenError, match="Another group in this class already has this name"):
            rows.add_group(same)

    def test_a_group_cannot_be_renamed_to_the_name_of_another_one(self, rows: RowBuilder) -> None:
        rows.add_group("Red readers")
        blue = rows.add_group("Blue readers")
        with pytest.raises(NameTakenError):
            service.edit(rows.db, blue, "red readers", [])
        assert blue.name == "Blue readers"

    def test_the_case_of_a_groups_own_name_can_be_changed(self, rows: RowBuilder) -> None:
        group = rows.add_group("red readers")
        service.edit(rows.db, group, "Red Readers", [])
        assert group.name == "Red Readers"

    def test_another_class_may_have_the_name(self, rows: RowBuilder) -> None:
        rows.add_group("Red readers")
        rows.add_group("Red readers", classroom=rows.add_classroom())

    def test_the_longest_normalized_name_fits(self, rows: RowBuilder) -> None:
        assert len(rows.add_group("\ufdfa" * 40).name_key) <= 800

    def test_a_violated_constraint_is_the_same_error(self, rows: RowBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
        """A concurrent transaction may take the name after it was found to be free."""
        rows.add_group("Red readers")
        monkeypatch.setattr(service, "_require_free_name", lambda *_: None)
        with pytest.raises(NameTakenError), rows.db.begin_nested():
            rows.add_group("Red readers")


class TestStudents:
    @pytest.mark.spec("4.11")
    def test_a_group_has_each_student_once_and_a_student_may_be_in_several(self, rows: RowBuilder) -> None:
        classmate = rows.add_student()
        red = rows.add_group("Red readers", rows.student, classmate, rows.student)
        blue = rows.add_group("Blue readers", classmate)
        assert student_ids(rows, red) == [rows.student.id, classmate.id]
        assert student_ids(rows, blue) == [classmate.id]

    @pytest.mark.spec("4.11")
    def test_changing_a_group_replaces_its_students(self, rows: RowBuilder) -> None:
        kept, added = rows.add_student(), rows.add_student()
        group = rows.add_group("Red readers", rows.student, kept)
        kept_place = queries.members_of(rows.db, [group.id])[1].id
        service.edit(rows.db, group, "Readers", [kept.id, added.id])
        assert student_ids(rows, group) == [kept.id, added.id]
        assert queries.members_of(rows.db, [group.id])[0].id == kept_place

    @pytest.mark.spec("4.11")
    def test_a_student_of_another_class_is_not_found(self, rows: RowBuilder) -> None:
        other = rows.add_student(rows.add_classroom())
        with pytest.raises(NotFoundError):
            rows.add_group("Red readers", rows.student, other)
        group = rows.add_group("Red readers", rows.student)
        with pytest.raises(NotFoundError):
            service.edit(rows.db, group, "Red readers", [other.id])
        assert student_ids(rows, group) == [rows.student.id]

    @pytest.mark.spec("4.11", "5.9")
    def test_moving_a_student_ends_its_places_in_groups(self, rows: RowBuilder) -> None:
        classmate, to = rows.add_student(), rows.add_classroom()
        group = rows.add_group("Red readers", rows.student, classmate)
        students.move(rows.db, rows.as_teacher, rows.student, to)
        assert student_ids(rows, group) == [classmate.id]
        assert group_problems(rows.db) == []

    @pytest.mark.spec("4.11")
    def test_a_group_whose_students_were_all_deleted_is_empty_and_stays(self, rows: RowBuilder) -> None:
        group = rows.add_group("Red readers", rows.student)
        students.delete(rows.db, rows.as_teacher, rows.student)
        (left,) = queries.groups_of_class(rows.db, rows.classroom.id)
        assert (left.id, left.student_ids) == (group.id, [])
        service.edit(rows.db, group, "Nobody yet", [])

    @pytest.mark.spec("4.11")
    def test_away_students_stay_in_their_groups(self, rows: RowBuilder) -> None:
        group = rows.add_group("Red readers", rows.student)
        students.set_away(rows.db, rows.as_teacher, rows.student, away=True)
        assert student_ids(rows, group) == [rows.student.id]


class TestNumber:
    @pytest.mark.spec("4.11")
    def test_a_class_can_have_twelve_groups(self, rows: RowBuilder) -> None:
        for number in range(MAX_GROUPS):
            rows.add_group(f"Table {number}")
        with pytest.raises(TooManyGroupsError, match="A class can have at most 12 groups") as refused:
            rows.add_group("Table 12")
        assert refused.value.code == "too_many_groups"
        rows.add_group("Table 12", classroom=rows.add_classroom())
        service.delete(rows.db, rows.db.scalars(select(StudentGroup)).all()[0])
        rows.add_group("Table 12")

    def test_the_name_of_an_existing_group_is_the_first_thing_that_is_wrong(self, rows: RowBuilder) -> None:
        for number in range(MAX_GROUPS):
            rows.add_group(f"Table {number}")
        with pytest.raises(NameTakenError):
            rows.add_group("Table 1")


@pytest.mark.spec("4.11")
def test_deleting_a_group_leaves_its_students(rows: RowBuilder) -> None:
    service.delete(rows.db, rows.add_group("Red readers", rows.student))
    assert (count(rows, StudentGroup), count(rows, StudentGroupMember)) == (0, 0)
    rows.db.refresh(rows.student)


def test_groups_are_listed_oldest_first(rows: RowBuilder) -> None:
    names = ["Red readers", "Blue readers", "\u0646\u0648\u0631"]
    for name in names:
        rows.add_group(name)
    assert [group.name for group in queries.groups_of_class(rows.db, rows.classroom.id)] == names


def test_the_check_finds_a_student_in_a_group_of_another_class(rows: RowBuilder) -> None:
    group = rows.add_group("Red readers", rows.student)
    assert group_problems(rows.db) == []
    rows.student.classroom_id = rows.add_classroom().id
    rows.db.flush()
    assert group_problems(rows.db) == [f"Student {rows.student.id} is in group {group.id}, which is of another class."]
