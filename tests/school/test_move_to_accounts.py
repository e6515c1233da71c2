"""`goalbucks move-to` with teachers who have an account at the school, and with teachers who are skipped for now."""

import json
import shutil
from pathlib import Path

import psycopg
import pytest

from server.database.postgresql import to_libpq_url
from tests.factories.school_data import sqlite_url
from tests.factories.seeded import EMAIL
from tests.school.move_to import (
    ADDRESS,
    OTHER_EMAIL,
    MoveTo,
    bucket,
    columns_of,
    copy_rows_into,
    execute,
    folder_rows,
    folder_templates,
    interrupt,
    move_to,
    press_ctrl_c,
)

PRIYA = "priya@school.test"
__all__ = ["bucket", "folder_templates", "move_to"]


@pytest.fixture
def folders(folder_templates: Path, tmp_path: Path) -> tuple[Path, Path, Path]:
    shutil.copytree(folder_templates, tmp_path / "laptops")
    return tmp_path / "laptops" / "one", tmp_path / "laptops" / "two", tmp_path / "laptops" / "three"


@pytest.fixture
def shared(folders: tuple[Path, Path, Path]) -> Path:
    """Data folder of two teachers, `EMAIL` and `OTHER_EMAIL`."""
    _, two, three = folders
    copy_rows_into(two, three)
    return two


class TestMerge:
    """`--merge`, and conflicts without an answer."""

    def test_a_conflict_without_an_answer_is_refused_with_the_options(
        self, folders: tuple[Path, Path, Path], move_to: MoveTo
    ) -> None:
        one, two, _ = folders
        output = move_to(one, two, code=1)
        assert f"Elena Rivera ({EMAIL.upper()}) of {two}: the school has Elena Rivera ({EMAIL})." in output
        assert f"--merge {EMAIL.upper()}" in output
        assert f"--skip {EMAIL.upper()}" in output
        assert not any(move_to.school_rows().values())
        assert _files_of_import(one) == _files_of_import(two) == {}
        move_to(one)
        execute(move_to.url, "UPDATE teachers SET disabled_at = now()")
        assert f"the school has Elena Rivera ({EMAIL}, disabled)." in move_to(two, code=1)

    def test_the_same_identity_provider_account_is_a_conflict(
        self, folders: tuple[Path, Path, Path], move_to: MoveTo
    ) -> None:
        one, _, three = folders
        for folder in (one, three):
            execute(sqlite_url(folder), "UPDATE teachers SET provider_uid = 'g-1'")
        assert f"--merge {OTHER_EMAIL} " in move_to(one, three, code=1)

    def test_merged_classes_belong_to_the_schools_account_and_open_pages_are_notified(
        self, folders: tuple[Path, Path, Path], move_to: MoveTo
    ) -> None:
        one, two, _ = folders
        (account,), (classroom,) = folder_rows(one)["teachers"], folder_rows(two)["classrooms"]
        move_to(one)
        with psycopg.connect(to_libpq_url(move_to.url), autocommit=True) as listener:
            listener.execute("LISTEN goalbucks")
            output = move_to(two, more=("--merge", EMAIL))
            _preferences, changes = listener.notifies(timeout=30, stop_after=2)
        assert json.loads(changes.payload)[0] == [["classrooms", account, classroom, None]]
        rows = move_to.school_rows()
        assert list(rows["teachers"]) == [account]
        assert rows["classrooms"].keys() == folder_rows(one)["classrooms"].keys() | {classroom}
        assert set(columns_of(rows, "classrooms", "teacher_id")) == {(account,)}
        assert set(columns_of(rows, "activity", "teacher_id")) == {(account,)}
        assert "MERGED: the classes of Elena Rivera" in output
        ((new_code,),) = set(columns_of(rows, "classrooms", "class_code")) - {("ABC234",)}
        report = (two / "moved.txt").read_text()
        assert "NEW CLASS CODE: Room 12 Homeroom (Elena Rivera) had ABC234, which a class of the school has." in report
        assert f"Its students sign in with {new_code}." in report

    def test_a_teacher_can_be_merged_into_an_account_with_another_e_mail(
        self, folders: tuple[Path, Path, Path], move_to: MoveTo
    ) -> None:
        one, two, three = folders
        move_to(three)
        (account,) = folder_rows(three)["teachers"]
        output = move_to(one, more=("--merge", f"{EMAIL}=nobody@school.test"), code=1)
        assert "The school has no account with the e-mail nobody@school.test" in output
        assert "The school has no account with the e-mail" in move_to(one, more=("--merge", EMAIL), code=1)
        move_to(one, two, more=("--merge", f"{EMAIL}={OTHER_EMAIL.upper()}"))
        rows = move_to.school_rows()
        assert list(rows["teachers"]) == [account]
        assert columns_of(rows, "classrooms", "teacher_id") == [(account,)] * 3

    def test_a_repeated_answer_is_accepted_and_one_that_contradicts_the_import_is_refused(
        self, folders: tuple[Path, Path, Path], move_to: MoveTo
    ) -> None:
        one, two, three = folders
        merge = ("--merge", EMAIL)
        for _ in range(2):
            move_to(one, two, three, more=merge)  # `one` makes the account, `two` is merged into it
        before = (move_to.school_rows(), _files_of_import(two))
        for more in (("--skip", EMAIL), ("--merge", f"{EMAIL}={OTHER_EMAIL}"), ("--skip", EMAIL, "--dry-run")):
            output = move_to(two, more=more, code=1)
            assert f"({EMAIL.upper()}) of {two} has moved already, into another account of the school, " in output
            assert output.rstrip().endswith("Nothing was changed.")
        assert "has moved already, with an account of its own" in move_to(one, more=merge, code=1)
        output = move_to(two, more=(*merge, "--skip", EMAIL.upper()), code=1)
        assert f"There are two different options for {EMAIL.upper()}" in output
        assert (move_to.school_rows(), _files_of_import(two)) == before


class TestSkip:
    """`--skip`, and a later command without it."""

    def test_a_skipped_teacher_stays_and_a_later_run_imports_what_came_since(
        self, shared: Path, move_to: MoveTo
    ) -> None:
        skip = ("--skip", OTHER_EMAIL)
        assert f"SKIPPED: Elena Rivera ({OTHER_EMAIL})" in move_to(shared, more=skip)
        rows = move_to.school_rows()
        assert {table: len(each) for table, each in rows.items()} == {
            table: len(each) // 2 for table, each in folder_rows(shared).items()
        }
        # The skipped teacher works on, and the school changes what it has.
        (shared / "moved.json").unlink()
        goals_of_skipped = "UPDATE goals SET name = 'Later' WHERE classroom_id NOT IN (:imported)"
        execute(sqlite_url(shared), goals_of_skipped, imported=next(iter(rows["classrooms"])))
        execute(move_to.url, "UPDATE goals SET name = 'Of the school'")
        assert f"Elena Rivera ({EMAIL.upper()}) has moved already, on " in move_to(shared, more=skip)
        assert columns_of(move_to.school_rows(), "teachers", "email") == [(EMAIL.upper(),)]
        assert "Rows: teachers 1, classes 1, students 1, " in move_to(shared, more=("--dry-run",))
        assert len(move_to.school_rows()["teachers"]) == 1
        assert "SKIPPED" not in move_to(shared)
        rows = move_to.school_rows()
        assert {table: each.keys() for table, each in rows.items()} == {
            table: each.keys() for table, each in folder_rows(shared).items()
        }
        assert set(columns_of(rows, "goals", "name")) == {("Later",), ("Of the school",)}
        # Nothing comes twice, and what the school deleted stays deleted.
        execute(move_to.url, "DELETE FROM goals WHERE name = 'Later'")
        assert move_to(shared).count("has moved already") == 2
        assert set(columns_of(move_to.school_rows(), "goals", "name")) == {("Of the school",)}
        assert (shared / "moved.txt").read_text().count(": moved on ") == 2

    def test_a_second_run_that_is_interrupted_is_completed_by_the_next(
        self, shared: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        move_to(shared, more=("--skip", OTHER_EMAIL, "--address", ADDRESS))
        interrupt(monkeypatch, ("rows compared", 1), press_ctrl_c)
        move_to(shared, code=1)
        assert len(move_to.school_rows()["teachers"]) == 1
        move_to(shared)
        assert move_to.school_rows() == folder_rows(shared)
        assert json.loads((shared / "moved.json").read_text())["address"] == ADDRESS


def _files_of_import(folder: Path) -> dict[str, bytes]:
    """Return the files that an import leaves in the folder, but for backups."""
    return {path.name: path.read_bytes() for path in folder.glob("mov*")}


class TestCoTeachers:
    """Co-teachers of a class that moves."""

    @pytest.fixture
    def taught(self, shared: Path, folders: tuple[Path, Path, Path]) -> Path:
        """Data folder in which the class of `EMAIL` has two co-teachers: `OTHER_EMAIL`, and `PRIYA`."""
        one, *_ = folders
        execute(sqlite_url(one), "UPDATE teachers SET email = :email, email_key = :email", email=PRIYA)
        execute(sqlite_url(one), "UPDATE classrooms SET class_code = 'QRS567'")
        copy_rows_into(shared, one)
        add_member = (
            "INSERT INTO class_members (id, created_at, classroom_id, teacher_id)"
            " SELECT 'member ' || co_teachers.email_key, classrooms.created_at, classrooms.id, co_teachers.id"
            " FROM classrooms JOIN teachers ON teachers.id = classrooms.teacher_id"
            " JOIN teachers AS co_teachers ON co_teachers.id <> teachers.id WHERE teachers.email_key = :owner"
        )
        execute(sqlite_url(shared), add_member, owner=EMAIL)
        return shared

    @pytest.mark.spec("26.8")
    def test_only_co_teachers_who_come_along_are_imported(self, taught: Path, move_to: MoveTo) -> None:
        output = move_to(taught, more=("--skip", PRIYA))
        rows = move_to.school_rows()
        (member,) = rows["class_members"].values()
        assert rows["teachers"][member["teacher_id"]]["email"] == OTHER_EMAIL
        assert "CO-TEACHER STAYS: Elena Rivera doesn't come along with Room 12 Homeroom." in output
        assert "CO-TEACHER STAYS" not in move_to(taught)
        assert len(move_to.school_rows()["class_members"]) == 1  # the class was there already

    @pytest.mark.spec("26.8")
    def test_co_teachers_who_are_merged_into_one_account_are_one_and_the_owner_is_none(
        self, taught: Path, move_to: MoveTo
    ) -> None:
        move_to(taught, more=("--skip", EMAIL.upper(), "--skip", PRIYA))
        move_to(taught, more=("--merge", f"{PRIYA}={OTHER_EMAIL}"))
        rows = move_to.school_rows()
        assert len(rows["classrooms"]) == 3
        (member,) = rows["class_members"].values()
        assert rows["teachers"][member["teacher_id"]]["email"] == OTHER_EMAIL

    @pytest.mark.spec("26.8")
    def test_a_co_teacher_who_is_merged_into_the_owners_account_is_left_out(
        self, taught: Path, move_to: MoveTo
    ) -> None:
        move_to(taught, more=("--skip", EMAIL.upper(), "--skip", OTHER_EMAIL))
        move_to(taught, more=("--merge", f"{EMAIL.upper()}={PRIYA}", "--skip", OTHER_EMAIL))
        assert move_to.school_rows()["class_members"] == {}
