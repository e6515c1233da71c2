"""The integrity check of `goalbucks check`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.data_protection.backups.integrity import check_integrity
from server.settings import Settings
from tests.factories.data_folders import execute, read_data_folder, read_tables, write_old_schema_database


def find_problems(folder: Path) -> list[str]:
    return check_integrity(Settings(data_dir=folder)).problems


def test_intact_data_folder_has_no_problems_and_is_not_changed(folder: Path) -> None:
    before = read_data_folder(folder)
    report = check_integrity(Settings(data_dir=folder))
    assert report.problems == []
    assert [line.split(":")[0] for line in report.checks] == [
        "Database",
        "References between rows.",
        "Balances",
        "Groups",
        "Class goals",
        "Series",
        "Co-teachers",
        "Savings goals",
        "Archived classes.",
        "Substitutes",
        "Images",
    ]
    assert "5 referenced by submissions, 0 unreferenced" in report.checks[-1]
    assert read_data_folder(folder) == before


def test_damaged_database_file_is_found(folder: Path) -> None:
    path = folder / "goalbucks.db"
    path.write_bytes(path.read_bytes()[:-50_000])
    assert "The database is damaged" in find_problems(folder)[0]


@pytest.mark.parametrize("content", [b"", b"no database at all" * 1000, None])
def test_empty_or_foreign_database_file_is_a_problem(folder: Path, content: bytes | None) -> None:
    path = folder / "goalbucks.db"
    path.unlink()
    if content is None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE recipes (id INTEGER)")
    else:
        path.write_bytes(content)
    (problem,) = find_problems(folder)
    assert "isn't a GoalBucks database" in problem or "is damaged" in problem


def test_foreign_schema_is_a_problem(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        connection.execute("CREATE TRIGGER rich AFTER INSERT ON sessions BEGIN DELETE FROM goals; END")
    (problem,) = find_problems(folder)
    assert "(trigger rich)" in problem


def test_dangling_foreign_key_is_found(folder: Path) -> None:
    execute(folder, "DELETE FROM teachers")
    of_teachers = {
        name: rows for name, rows in read_tables(folder / "goalbucks.db").items() if name in {"activity", "classrooms"}
    }
    count = sum(map(len, of_teachers.values())) + 1  # including the teacher's session
    assert find_problems(folder) == [f"{count} rows refer to rows that don't exist."]


@pytest.mark.parametrize("column", ["earned", "spent", "goals_completed", "goals_goalbucks"])
def test_stored_balance_that_differs_from_the_ledger_sum_is_found(folder: Path, column: str) -> None:
    execute(folder, f"UPDATE balances SET {column} = {column} + 1 WHERE rowid = 1")
    (problem,) = find_problems(folder)
    assert "its entries add up to" in problem


@pytest.mark.spec("4.11")
def test_a_student_in_a_group_of_another_class_is_found(folder: Path) -> None:
    execute(
        folder,
        "INSERT INTO classrooms (id, created_at, teacher_id, name, class_code)"
        " SELECT 'other', created_at, teacher_id, 'Room 13', 'ZZZZZZ' FROM classrooms LIMIT 1",
    )
    execute(
        folder,
        "INSERT INTO student_groups (id, created_at, classroom_id, name, name_key)"
        " SELECT 'g', created_at, 'other', 'Red', 'red' FROM classrooms LIMIT 1",
    )
    execute(
        folder,
        "INSERT INTO student_group_members (id, created_at, group_id, student_id)"
        " SELECT 'm', created_at, 'g', id FROM students LIMIT 1",
    )
    (problem,) = find_problems(folder)
    assert problem.endswith("is in group g, which is of another class.")


def test_ledger_entry_with_a_wrong_running_balance_is_found(folder: Path) -> None:
    query = "UPDATE goalbuck_entries SET balance_after = 9999 WHERE id = (SELECT max(id) FROM goalbuck_entries)"
    execute(folder, query)
    (problem,) = find_problems(folder)
    assert "doesn't continue" in problem


def test_reversal_in_another_week_than_its_credit_is_found(folder: Path) -> None:
    own = "FROM goalbuck_entries WHERE student_id = (SELECT min(id) FROM students)"
    reversal = f"reason = 'goal_reversed', week = '2020-01-06', source_id = (SELECT min(id) {own} AND reason = 'goal')"
    execute(folder, f"UPDATE goalbuck_entries SET {reversal} WHERE id = (SELECT max(id) {own})")
    assert any("isn't in the week" in problem for problem in find_problems(folder))


def test_missing_truncated_and_unreferenced_images_are_reported_separately(folder: Path) -> None:
    missing, cut_off, emptied, unreferenced, *_ = sorted((folder / "images").rglob("*.full.jpg"))
    missing.unlink()
    cut_off.write_bytes(cut_off.read_bytes()[:-10])
    emptied.write_bytes(b"")
    execute(folder, f"UPDATE submissions SET image_key = NULL WHERE image_key = '{unreferenced.name[:32]}'")
    report = check_integrity(Settings(data_dir=folder))
    assert sorted(problem.split(" (full) ")[1] for problem in report.problems) == [
        "is damaged.",
        "is damaged.",
        "is missing.",
    ]
    assert "1 unreferenced (harmless)" in report.checks[-1]


def test_many_problems_of_one_kind_are_counted_in_one_line(folder: Path) -> None:
    for each in (folder / "images").rglob("*.jpg"):
        each.unlink()
    execute(folder, "UPDATE balances SET spent = spent + 1")
    assert len(find_problems(folder)) == 3 + 10


def test_database_of_an_earlier_schema_is_checked_as_far_as_possible(folder: Path) -> None:
    content = read_tables(folder / "goalbucks.db")
    (folder / "goalbucks.db").unlink()
    write_old_schema_database(folder / "goalbucks.db", "0002", content)
    report = check_integrity(Settings(data_dir=folder))
    assert report.problems == []
    assert "an older GoalBucks" in report.checks[-1]
