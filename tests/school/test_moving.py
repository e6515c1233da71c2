"""`goalbucks move-to`: a laptop's folders into a school's database and object store (docs/school-server.md)."""

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Index, String, UniqueConstraint, create_engine, text

from launcher import moved
from launcher.__main__ import main
from launcher.errors import MovedError
from launcher.single_instance import SingleInstance
from server.database.base import Base, new_id
from server.database.postgresql import Lock, driver_address, only_one, open_single
from server.moving import service
from server.moving.mark import Mark, keep_mark
from server.moving.tables import MOVING, PEOPLE, STAYING, moving_tables
from server.settings import Settings
from tests.factories.folders import add_images, everything_in, images_of
from tests.factories.object_store import BUCKET, object_store, remove_objects
from tests.factories.process import ROOT
from tests.factories.school import laptop, pictures_in, rows_of
from tests.factories.seated import EMAIL, seat

MOVED = {
    "teachers", "classrooms", "students", "balances", "goalbuck_entries", "goals", "store_items", "purchases",
    "submissions", "goal_suggestions", "activity", "recovery_codes",
}  # fmt: skip
ADDRESS = "https://goalbucks.school.example"


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """Where the school keeps its pictures."""
    with object_store():
        yield f"s3://{BUCKET}"


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class of three with a month behind it, and pictures."""
    folder = tmp_path_factory.mktemp("laptop")
    seat(folder, months=1, submissions=1, students=3)
    add_images(folder, 4)
    return folder


@pytest.fixture
def folder(lived_in: Path, tmp_path: Path) -> Path:
    """A laptop's, of this test's own."""
    return Path(shutil.copytree(lived_in, tmp_path / "laptop"))


class MoveTo:
    """The command, in this process."""

    def __init__(
        self, url: str, media: str, terminal: pytest.CaptureFixture[str], environment: pytest.MonkeyPatch
    ) -> None:
        self.url = url
        self.media = media
        self._terminal = terminal
        environment.setattr(sys, "stdin", io.StringIO())

    def __call__(self, *folders: Path, more: tuple[str, ...] = (), code: int = 0) -> str:
        named = [part for folder in folders for part in ("--data-dir", str(folder))]
        ended = main(["move-to", self.url, "--media-url", self.media, *named, *more])
        said = self._terminal.readouterr()
        assert ended == code, said.err
        return said.out + said.err


@pytest.fixture
def move_to(
    empty_url: str,
    bucket: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> MoveTo:
    return MoveTo(empty_url, f"{bucket}/{tmp_path.name}", capsys, monkeypatch)


def change(address: str, statement: str, **values: object) -> None:
    """What somebody does there."""
    with (open_single(address) if "postgresql" in address else create_engine(address)).begin() as connection:
        connection.execute(text(statement), values)


def test_all_of_a_class_moves_and_the_laptop_leads_to_the_school(folder: Path, move_to: MoveTo) -> None:
    before = everything_in(folder)
    assert "Rows: teachers 1, classes 1, students 3, " in move_to(folder, more=("--dry-run",))
    assert not any(rows_of(move_to.url, MOVED).values())
    said = move_to(folder, more=("--address", ADDRESS))
    assert rows_of(move_to.url, MOVED) == rows_of(laptop(folder), MOVED)
    assert pictures_in(move_to.media) == images_of(folder)
    assert "The balances of 3 students are the same" in said
    assert "Pictures: 4 (" in said
    assert everything_in(folder) == before
    assert len(list((folder / "backups").iterdir())) == 1
    assert said.splitlines()[0] in (folder / "moved.txt").read_text()
    with pytest.raises(MovedError, match=ADDRESS) as refusal:
        moved.require_here(Settings(data_dir=folder))
    assert refusal.value.leads_to == ADDRESS
    (folder / "moved.json").unlink()
    moved.require_here(Settings(data_dir=folder))


def test_a_move_that_was_made_is_not_made_again(folder: Path, move_to: MoveTo) -> None:
    assert "give the same command with --address" in move_to(folder)
    change(move_to.url, "DELETE FROM students WHERE username = 'amara.0'")
    change(move_to.url, "UPDATE classrooms SET name = 'Room 13'")
    at_school = rows_of(move_to.url, MOVED)
    said = move_to(folder, more=("--address", ADDRESS))
    assert "has moved already, on " in said
    assert f"leads from this folder to {ADDRESS} now." in said
    assert rows_of(move_to.url, MOVED) == at_school
    assert json.loads((folder / "moved.json").read_text())["address"] == ADDRESS
    # Somebody has it back, and works on.
    (folder / "moved.json").unlink()
    change(
        laptop(folder),
        "INSERT INTO store_items (id, created_at, classroom_id, name, goalbucks_cost)"
        " SELECT :id, '2026-01-01 00:00:00.000000', id, 'Pen', 5 FROM classrooms",
        id=new_id(),
    )
    assert "WRONG: somebody has used GoalBucks with this folder" in move_to(folder, code=1)
    assert rows_of(move_to.url, MOVED) == at_school


def test_a_killed_move_goes_on_to_the_same_end(folder: Path, move_to: MoveTo) -> None:
    points = ("pictures copied:2", "rows written:150", "pictures compared:2")
    command = [sys.executable, "-m", "tests.school.killed_moves", str(folder), move_to.url, move_to.media, *points]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    # A picture is there, but no row; then neither was kept; then all rows are there, for good.
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == ["0", "0", "1"]
    with pytest.raises(MovedError, match="given once more"):
        moved.require_here(Settings(data_dir=folder))
    assert rows_of(move_to.url, MOVED) == rows_of(laptop(folder), MOVED)
    change(move_to.url, "UPDATE classrooms SET name = 'Room 13'")
    remove_objects(move_to.media)  # by a sweep before the rows came
    assert "Its rows came with an earlier run" in move_to(folder)
    assert [each["name"] for each in rows_of(move_to.url, MOVED)["classrooms"].values()] == ["Room 13"]
    assert pictures_in(move_to.media) == images_of(folder)


def a_class(folder: Path, *, code: str = "ABC234", email: str = EMAIL) -> Path:
    """A laptop of one student, with this class code, and this teacher's e-mail."""
    seat(folder, students=1)
    change(laptop(folder), "UPDATE classrooms SET class_code = :code", code=code)
    change(laptop(folder), "UPDATE teachers SET email = :email, email_key = lower(:email)", email=email)
    return folder


@pytest.fixture(scope="module")
def laptops(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three."""
    folder = tmp_path_factory.mktemp("laptops")
    a_class(folder / "one")
    a_class(folder / "two", email=EMAIL.upper())
    a_class(folder / "three", code="XYZ789", email="omar@school.test")
    return folder


def of(rows: dict[str, dict[str, Mapping[str, Any]]], table: str, *columns: str) -> list[tuple[object, ...]]:
    """These columns of all rows, sorted."""
    return sorted(tuple(row[column] for column in columns) for row in rows[table].values())


class TestClashes:
    """Two laptops whose teachers have one e-mail, and whose classes have one code."""

    @pytest.fixture
    def folders(self, laptops: Path, tmp_path: Path) -> tuple[Path, Path]:
        shutil.copytree(laptops, tmp_path / "laptops")
        return tmp_path / "laptops" / "one", tmp_path / "laptops" / "two"

    def test_without_an_answer_nothing_moves_and_the_ways_are_told(
        self, folders: tuple[Path, Path], move_to: MoveTo
    ) -> None:
        said = move_to(*folders, code=1)
        assert f"Elena Rivera ({EMAIL.upper()}) of {folders[1]}: the school has Elena Rivera ({EMAIL})." in said
        for way in ("--same-person", "--other-email", "--leave-out"):
            assert f"{way} {EMAIL.upper()}" in said
        assert not any(rows_of(move_to.url, MOVED).values())
        assert [path.name for folder in folders for path in folder.iterdir() if path.name.startswith("mov")] == []

    def test_the_same_person_has_the_classes_of_both(self, folders: tuple[Path, Path], move_to: MoveTo) -> None:
        one, two = (rows_of(laptop(folder), MOVED) for folder in folders)
        (at_school,) = one["teachers"]
        move_to(folders[0])
        change(laptop(folders[1]), "UPDATE goals SET name = 'Of the second'")
        with psycopg.connect(driver_address(move_to.url), autocommit=True) as ear:
            ear.execute("LISTEN goalbucks")
            said = move_to(folders[1], more=("--same-person", EMAIL))
            _refresh, news = ear.notifies(timeout=5, stop_after=2)
        (came,) = two["classrooms"]
        assert json.loads(news.payload)[0] == [["classrooms", at_school, came, None]]
        rows = rows_of(move_to.url, MOVED)
        assert list(rows["teachers"]) == [at_school]
        assert rows["classrooms"].keys() == one["classrooms"].keys() | two["classrooms"].keys()
        assert {teacher for (teacher,) in of(rows, "classrooms", "teacher_id")} == {at_school}
        assert {teacher for (teacher,) in of(rows, "activity", "teacher_id")} == {at_school}
        codes = {code for (code,) in of(rows, "classrooms", "class_code")}
        (new,) = codes - {"ABC234"}
        assert "SAME PERSON: the classes of Elena Rivera" in said
        told = (folders[1] / "moved.txt").read_text()
        assert "NEW CLASS CODE: Room 12 Homeroom (Elena Rivera) had ABC234, which a class of the school has." in told
        assert f"Its students sign in with {new}." in told

    def test_somebody_else_gets_another_e_mail(self, folders: tuple[Path, Path], move_to: MoveTo) -> None:
        move_to(*folders, more=("--other-email", f"{EMAIL}=e.rivera@school.test"), code=1)  # both would get it
        move_to(folders[0])
        move_to(folders[1], more=("--other-email", f"{EMAIL}=E.Rivera@school.test"))
        found = of(rows_of(move_to.url, MOVED), "teachers", "email", "email_key")
        assert found == [("E.Rivera@school.test", "e.rivera@school.test"), (EMAIL, EMAIL)]

    def test_a_teacher_who_is_left_out_stays_with_all_that_is_below(
        self, folders: tuple[Path, Path], move_to: MoveTo
    ) -> None:
        _unite(folders[1], folders[1].with_name("three"))
        before = rows_of(laptop(folders[1]), MOVED)
        move_to(folders[0])
        alone = rows_of(move_to.url, MOVED)
        said = move_to(folders[1], more=("--leave-out", EMAIL))
        assert "LEFT OUT: Elena Rivera" in said
        rows = rows_of(move_to.url, MOVED)
        assert {table: len(rows[table]) - len(alone[table]) for table in rows} == {
            table: len(kept) // 2 for table, kept in before.items()
        }
        assert ("omar@school.test",) in of(rows, "teachers", "email")

    def test_on_a_terminal_it_is_asked(
        self, folders: tuple[Path, Path], move_to: MoveTo, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        terminal = io.StringIO("x\no\nnobody\ne.rivera@school.test\n")
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr(sys, "stdin", terminal)
        said = move_to(*folders)
        assert "nobody is no e-mail address." in said
        assert "OTHER E-MAIL: Elena Rivera" in said
        assert len(rows_of(move_to.url, MOVED)["teachers"]) == 2

    def test_googles_account_is_one_persons(self, folders: tuple[Path, Path], move_to: MoveTo) -> None:
        for folder in folders:
            change(laptop(folder), "UPDATE teachers SET provider_uid = 'g-1'")
        change(laptop(folders[1]), "UPDATE teachers SET email = 'e@b.test', email_key = 'e@b.test'")
        said = move_to(*folders, code=1)
        assert ("--same-person e@b.test" in said, "--other-email e@b.test" in said) == (True, False)


def _unite(folder: Path, third: Path) -> None:
    """Give a laptop another one's teacher, too, with everything below."""
    with create_engine(laptop(folder)).begin() as connection:
        connection.exec_driver_sql("ATTACH ? AS third", (str(third / "goalbucks.db"),))
        for table in moving_tables():
            connection.execute(text(f"INSERT INTO {table.name} SELECT * FROM third.{table.name}"))


def test_two_copies_of_one_folder_do_not_both_move(folder: Path, move_to: MoveTo) -> None:
    copy = Path(shutil.copytree(folder, folder.with_name("copy")))
    assert "another copy of this folder" in move_to(folder, copy, code=1)
    move_to(folder)
    at_school = rows_of(move_to.url, MOVED)
    change(laptop(copy), "UPDATE goals SET name = 'Of the copy'")
    assert "another copy of this folder" in move_to(copy, code=1)
    assert rows_of(move_to.url, MOVED) == at_school
    moved.require_here(Settings(data_dir=copy))


def test_what_the_school_keeps_otherwise_is_not_kept_at_all(folder: Path, move_to: MoveTo) -> None:
    change(
        move_to.url,
        "CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.name = upper(NEW.name); RETURN NEW; END $$",
    )
    change(move_to.url, "CREATE TRIGGER shout BEFORE INSERT ON goals FOR EACH ROW EXECUTE FUNCTION shout()")
    try:
        said = move_to(folder, code=1)
    finally:
        change(move_to.url, "DROP FUNCTION shout CASCADE")
    assert "Nothing of this folder was moved. 126 rows of goals are not the same." in said
    assert not any(rows_of(move_to.url, MOVED).values())
    moved.require_here(Settings(data_dir=folder))


def test_it_waits_for_nobody_and_says_why(
    folder: Path, move_to: MoveTo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with SingleInstance(folder):
        assert f"GoalBucks is running with the data folder {folder}." in move_to(folder, code=1)
    monkeypatch.setattr(service, "PATIENCE_SECONDS", 1)
    with open_single(move_to.url).connect() as other, only_one(other, Lock.MOVE):
        assert "Another goalbucks move-to is moving" in move_to(folder, code=1)
    assert f"no GoalBucks in the folder {tmp_path / 'none'}" in move_to(tmp_path / "none", code=1)
    assert "has the e-mail omar@school.test" in move_to(folder, more=("--leave-out", "omar@school.test"), code=1)
    change(laptop(folder), "UPDATE balances SET earned = earned + 1")
    assert "is not sound, so that nothing was moved: The balance of student" in move_to(folder, code=1)
    assert not any(rows_of(move_to.url, MOVED).values())


def test_a_picture_that_is_missing_is_told_and_the_rest_moves(folder: Path, move_to: MoveTo) -> None:
    lost, kept = sorted(images_of(folder))[:2]
    (folder / "images" / lost[30:32] / lost).unlink()
    said = move_to(folder)
    assert "MISSING: 1 pictures can't be read on this computer either.\n  Amara Okafor: " in said
    assert kept in pictures_in(move_to.media)
    assert rows_of(move_to.url, MOVED) == rows_of(laptop(folder), MOVED)


def test_a_database_that_lets_nobody_in_is_told_without_the_password(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOALBUCKS_DATABASE_URL", "postgresql://goalbucks:s3cret@127.0.0.1:1/school")
    assert main(["move-to", "--data-dir", str(folder)]) == 1
    said = capsys.readouterr()
    assert "Check the address, the name and the password" in said.err
    assert "s3cret" not in said.out + said.err
    assert main(["move-to", "mysql://goalbucks:s3cret@db/school", "--data-dir", str(folder)]) == 1
    said = capsys.readouterr()
    assert "it has to begin with postgresql+psycopg://" in said.err
    assert "s3cret" not in said.out + said.err
    monkeypatch.delenv("GOALBUCKS_DATABASE_URL")
    assert main(["move-to", "--data-dir", str(folder)]) == 1
    assert "Name the school's database" in capsys.readouterr().err


def test_serving_a_folder_whose_classes_have_moved_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_mark(tmp_path, Mark(ADDRESS, datetime(2026, 11, 22, 12, tzinfo=UTC)))
    assert main(["serve", "--data-dir", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"On 22 November 2026 this computer's classes moved to the school's server: {ADDRESS}. ")
    assert str(tmp_path / "moved.json") in said


class TestEveryTableIsDecidedOn:
    """Whoever adds a table, a unique column, or one that names people comes by here."""

    def test_each_moves_or_stays(self) -> None:
        import_module("server.app")
        assert {*Base.metadata.tables} == {each.__tablename__ for each in MOVING} | STAYING.keys()
        assert {each.__tablename__ for each in MOVING} == MOVED

    def test_each_unique_column_is_a_clash_or_within_a_class(self) -> None:
        unique = {
            f"{table.name}.{'+'.join(column.name for column in each.columns)}"
            for table in moving_tables()
            for each in (*table.constraints, *table.indexes)
            if isinstance(each, UniqueConstraint) or (isinstance(each, Index) and each.unique)
        }
        clashes = {"teachers.email_key", "teachers.provider_uid", "classrooms.class_code"}
        within = {
            "students.classroom_id+username_key",
            "goalbuck_entries.student_id+reason+source_id",
            "submissions.goal_id",
        }
        assert unique == clashes | within

    def test_each_column_that_may_name_a_teacher_is_known(self) -> None:
        of_ids = {
            f"{table.name}.{column.name}"
            for table in moving_tables()
            for column in table.columns
            if isinstance(column.type, String) and column.type.length == 36 and not column.primary_key
            if not any(key.column.table.name != "teachers" for key in column.foreign_keys)
        }
        others = {
            "activity.classroom_id",
            "activity.student_id",
            "goalbuck_entries.source_id",
            "goals.credit_id",
            "purchases.item_id",
            "submissions.review_id",
        }
        assert of_ids - others == {f"{table}.{column}" for table, columns in PEOPLE.items() for column in columns}
