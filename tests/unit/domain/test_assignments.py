"""Goals that were assigned together: listed as one, edited and deleted except where proof was sent."""

from collections.abc import Sequence
from datetime import date

import pytest
from sqlalchemy import select

from server.database.paging import PageRequest
from server.domain.assignments import queries, service
from server.domain.assignments.service import AssignmentResult
from server.domain.goals import service as goals
from server.domain.goals.models import Goal, GoalFields
from server.domain.students import service as students
from server.domain.submissions import service as submissions
from server.domain.submissions.models import Review
from server.errors import NotFoundError
from tests.unit.row_builder import RowBuilder

POEM = GoalFields("Poem", 10, None)


@pytest.fixture
def assigned(rows: RowBuilder) -> Sequence[Goal]:
    """Goals of one assignment: current, completed, with pending proof."""
    ids = [rows.student.id, rows.add_student().id, rows.add_student().id]
    _, made = goals.assign_to_many(rows.db, rows.classroom, ids, POEM)
    submissions.complete_goal(rows.db, rows.as_teacher, made[1])
    rows.submit(made[2])
    return made


def test_editing_changes_the_goals_without_proof_and_keeps_the_others(
    rows: RowBuilder, assigned: Sequence[Goal]
) -> None:
    result = service.edit(rows.db, rows.as_teacher, assigned, GoalFields("Song", 20, date(2030, 1, 1), None, "music"))
    assert result == AssignmentResult(affected=1, kept=2)
    assert [goal.name for goal in assigned] == ["Song", "Poem", "Poem"]
    assert [goal.picture for goal in assigned] == ["music", None, None]
    event = rows.events()[-1]
    assert (event.kind, event.count) == ("assignment_edited", 1)


def test_deleting_deletes_the_goals_without_proof_and_keeps_the_others(
    rows: RowBuilder, assigned: Sequence[Goal]
) -> None:
    assert service.delete(rows.db, rows.as_teacher, assigned) == AssignmentResult(affected=1, kept=2)
    event = rows.events()[-1]
    assert (event.kind, event.about, event.amount, event.count) == ("assignment_deleted", "Poem", 10, 1)
    results = queries.get_assignment(rows.db, rows.as_teacher, "view", assigned[1].assignment_id or "")
    assert {goal.id for goal, *_ in results} == {assigned[1].id, assigned[2].id}


def test_denied_proof_keeps_a_goal_from_being_edited_with_its_assignment(
    rows: RowBuilder, assigned: Sequence[Goal]
) -> None:
    denied = Review("denied", "Blurred", allow_resubmission=True)
    submissions.review(rows.db, rows.as_teacher, rows.submit(assigned[0]), denied)
    assert service.changeable_goals(rows.db, assigned) == []


def test_a_goal_with_pending_proof_is_found(rows: RowBuilder, assigned: Sequence[Goal]) -> None:
    submissions.review(rows.db, rows.as_teacher, rows.submit(assigned[0]), Review("denied", "Blurred"))
    assert service.pending_goal_ids(rows.db, assigned) == {assigned[2].id}


def test_an_assignment_is_one_row_with_its_counts(rows: RowBuilder, assigned: Sequence[Goal]) -> None:
    alone = rows.add_goal(name="Alone")
    results = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest(limit=500))
    assert [(row.name, row.total, row.completed) for row in results] == [("Alone", 1, 0), ("Poem", 3, 1)]
    assert (results[0].assignment_id, results[0].student_id) == (None, alone.student_id)
    assert (results[1].assignment_id, results[1].student_id) == (assigned[0].assignment_id, None)


def test_goals_beyond_the_limit_of_query_parameters_are_all_listed(
    rows: RowBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "MAX_QUERY_PARAMETERS", 2)
    ids = [rows.student.id, rows.add_student().id, rows.add_student().id]
    for number in range(3):
        rows.add_goal(name=f"single {number}")
        goals.assign_to_many(rows.db, rows.classroom, ids, GoalFields(f"bulk {number}", 10, None))
    listed = {row.name: row.total for row in queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest())}
    assert listed == {f"single {number}": 1 for number in range(3)} | {f"bulk {number}": 3 for number in range(3)}


@pytest.mark.spec("6.6")
@pytest.mark.parametrize("moved", range(3))
def test_a_student_moved_to_another_class_stays_in_the_row_of_the_class(rows: RowBuilder, moved: int) -> None:
    assigned = [rows.student, rows.add_student(), rows.add_student()]
    _, made = goals.assign_to_many(rows.db, rows.classroom, [student.id for student in assigned], POEM)
    students.move(rows.db, rows.as_teacher, assigned[moved], rows.add_classroom())
    rows.db.expire_all()
    for page in (PageRequest(), PageRequest(limit=10)):
        (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, page)
        assert (row.total, len(row.student_names), row.classroom_id) == (3, 3, rows.classroom.id)
    left = [goal for goal in made if goal.student_id != assigned[moved].id]
    students.delete(rows.db, rows.as_teacher, assigned[moved])
    (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest())
    assert row.total == 2
    assert service.delete(rows.db, rows.as_teacher, left) == AssignmentResult(affected=2, kept=0)


@pytest.mark.parametrize(("status", "names"), [("current", 2), ("completed", 1)])
def test_a_status_lists_the_students_whose_goal_has_it(
    rows: RowBuilder, assigned: Sequence[Goal], status: str, names: int
) -> None:
    del assigned
    (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest(status))
    assert (len(row.student_names), row.total) == (names, 3)


def test_an_assignment_shows_the_values_that_most_goals_have(rows: RowBuilder, assigned: Sequence[Goal]) -> None:
    assigned[0].edit(GoalFields("Song", 20, None))
    (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest())
    assert (row.name, row.goalbucks) == ("Poem", 10)


def test_another_teacher_does_not_find_the_assignment(rows: RowBuilder, assigned: Sequence[Goal]) -> None:
    with pytest.raises(NotFoundError):
        queries.get_assignment(rows.db, rows.for_other_teacher().as_teacher, "view", assigned[0].assignment_id or "")


class TestFilters:
    @pytest.mark.spec("19.2")
    @pytest.mark.parametrize(
        ("wanted", "listed"),
        [
            ({}, [("Sums", 1), ("Read", 1), ("Poem", 3)]),
            ({"name": "Poem"}, [("Poem", 3)]),
            ({"student_id": 0}, [("Read", 1), ("Poem", 1)]),
            ({"student_id": 0, "name": "Poem"}, [("Poem", 1)]),
            ({"classroom_id": 1}, [("Sums", 1)]),
            ({"classroom_id": 1, "name": "Poem"}, []),
            ({"student_id": "unknown"}, []),
        ],
    )
    def test_only_the_goals_that_match_every_filter_are_listed(
        self, rows: RowBuilder, wanted: dict[str, int | str], listed: list[tuple[str, int]]
    ) -> None:
        results = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest(limit=50), _three(rows, wanted))
        assert [(row.name, len(row.student_names)) for row in results] == listed

    @pytest.mark.spec("19.2")
    def test_pages_of_filtered_assignments_miss_no_goal_and_repeat_none(self, rows: RowBuilder) -> None:
        ids = [rows.student.id, rows.add_student().id]
        for _ in range(3):
            goals.assign_to_many(rows.db, rows.classroom, ids, POEM)
        wanted = queries.GoalFilter(student_id=rows.student.id)
        listed: list[str] = []
        for _ in range(4):
            page = PageRequest("current", 1, listed[-1] if listed else None)
            listed += [row.id for row in queries.assignments_for_teacher(rows.db, rows.as_teacher, page, wanted)]
        own = rows.db.scalars(select(Goal.id).where(Goal.student_id == rows.student.id).order_by(Goal.id.desc()))
        assert listed == list(own)

    @pytest.mark.spec("19.2")
    def test_a_filtered_assignment_keeps_the_numbers_of_all_its_goals(
        self, rows: RowBuilder, assigned: Sequence[Goal]
    ) -> None:
        wanted = queries.GoalFilter(student_id=assigned[0].student_id)
        (row,) = queries.assignments_for_teacher(rows.db, rows.as_teacher, PageRequest(), wanted)
        assert (len(row.student_names), row.total, row.completed, row.student_id) == (1, 3, 1, None)

    @pytest.mark.spec("19.2")
    def test_each_filter_counts_the_goals_that_match_the_others(self, rows: RowBuilder) -> None:
        found = queries.filter_options(rows.db, rows.as_teacher, "current", _three(rows, {"student_id": 0}))
        assert {option.label: option.count for option in found.classes} == {"Room 12 Homeroom": 2}
        assert {option.label: option.count for option in found.goals} == {"Poem": 1, "Read": 1}
        assert sorted(option.count for option in found.students) == [1, 1, 1, 2]

    @pytest.mark.spec("19.2")
    def test_a_set_value_that_lists_nothing_is_counted_as_0_if_it_exists(self, rows: RowBuilder) -> None:
        poem_in_other_class = _three(rows, {"classroom_id": 1, "name": "Poem"})
        found = queries.filter_options(rows.db, rows.as_teacher, "current", poem_in_other_class)
        assert [(option.label, option.count) for option in found.goals] == [("Sums", 1), ("Poem", 0)]
        unknown = queries.GoalFilter(classroom_id="unknown")
        classes = queries.filter_options(rows.db, rows.as_teacher, "current", unknown).classes
        assert "unknown" not in {option.value for option in classes}

    def test_other_teachers_goals_are_not_among_the_values(self, rows: RowBuilder) -> None:
        other = rows.for_other_teacher()
        theirs = other.add_goal(name="Theirs")
        mine = queries.GoalFilter(student_id=theirs.student_id)
        found = queries.filter_options(rows.db, rows.as_teacher, None, mine)
        assert "Theirs" not in {option.label for option in found.goals}
        assert theirs.student_id not in {option.value for option in found.students}


def _three(rows: RowBuilder, wanted: dict[str, int | str]) -> queries.GoalFilter:
    """A goal of three students, one of the first of them alone, one of another class. Numbers are places of ids."""
    clubs = [rows.classroom, rows.add_classroom("Science Club")]
    members = [rows.student, rows.add_student(), rows.add_student(), rows.add_student(clubs[1])]
    goals.assign_to_many(rows.db, rows.classroom, [student.id for student in members[:3]], POEM)
    rows.add_goal(name="Read")
    rows.add_goal(members[3], name="Sums")
    ids = {"classroom_id": [club.id for club in clubs], "student_id": [student.id for student in members]}
    values = {name: ids[name][value] if isinstance(value, int) else value for name, value in wanted.items()}
    return queries.GoalFilter(**values)
