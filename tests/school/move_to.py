"""Fixtures and helpers for tests of `goalbucks move-to`: data folders, the command, access to both databases."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from sqlalchemy import create_engine, text

from launcher.__main__ import main
from launcher.cli import move
from launcher.cli.progress import Progress
from server.database.postgresql import open_unpooled_engine
from server.media import open_media_store
from server.school.importing.imported_tables import imported_tables
from server.school.media_location import MediaLocation
from tests.factories.data_folders import add_images
from tests.factories.object_store import BUCKET, run_object_store
from tests.factories.school_data import RowsByTable, read_rows, sqlite_url
from tests.factories.seeded import EMAIL, seed

IMPORTED_TABLES = {
    "teachers", "classrooms", "class_members", "students", "balances", "goalbuck_entries", "goals", "store_items",
    "purchases",
    "submissions", "goal_suggestions", "student_groups", "student_group_members", "no_school_days", "goal_series",
    "goal_series_students", "goal_series_days", "terms", "family_comments", "activity", "recovery_codes",
    "class_goals", "class_goal_gifts", "savings_goals", "substitutions",
}  # fmt: skip
ADDRESS = "https://goalbucks.school.example"
OTHER_EMAIL = "omar@school.test"


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """Object store of the school; returns the URL of its bucket."""
    with run_object_store():
        yield f"s3://{BUCKET}"


@pytest.fixture(scope="module")
def folder_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data folder with a class of three students, a month of activity and four images."""
    folder = tmp_path_factory.mktemp("laptop")
    seed(folder, months=1, submissions=1, students=3)
    add_images(folder, 4)
    return folder


@pytest.fixture
def folder(folder_template: Path, tmp_path: Path) -> Path:
    """Copy of `folder_template` for one test."""
    return Path(shutil.copytree(folder_template, tmp_path / "laptop"))


class MoveTo:
    """Runs the command in this process."""

    def __init__(self, url: str, media: str, terminal: pytest.CaptureFixture[str]) -> None:
        self.url = url
        self.media = media
        self._terminal = terminal

    def __call__(self, *folders: Path, more: tuple[str, ...] = (), code: int = 0) -> str:
        """Run it with `more` arguments, require the exit code, and return its output."""
        options = [part for folder in folders for part in ("--data-dir", str(folder))]
        exit_code = main(["move-to", self.url, "--media-url", self.media, *options, *more])
        output = self._terminal.readouterr()
        assert exit_code == code, output.err
        return output.out + output.err

    def school_rows(self) -> RowsByTable:
        """Return the imported rows at the school."""
        return read_rows(self.url, IMPORTED_TABLES)


@pytest.fixture
def move_to(empty_url: str, bucket: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> MoveTo:
    media = f"{bucket}/{tmp_path.name}"
    MediaLocation(empty_url, open_media_store(media, tmp_path)).verify()  # as the school's server does when it starts
    return MoveTo(empty_url, media, capsys)


def execute(url: str, statement: str, **values: object) -> None:
    """Execute a statement in the database of a school or of a data folder."""
    with (open_unpooled_engine(url) if url.startswith("postgresql") else create_engine(url)).begin() as connection:
        connection.execute(text(statement), values)


def make_folder(folder: Path, *, code: str = "ABC234", email: str = EMAIL) -> Path:
    """Make a data folder with one student, and with this class code and teacher's e-mail."""
    seed(folder, students=1)
    execute(sqlite_url(folder), "UPDATE classrooms SET class_code = :code", code=code)
    execute(sqlite_url(folder), "UPDATE teachers SET email = :email, email_key = lower(:email)", email=email)
    return folder


@pytest.fixture(scope="module")
def folder_templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three data folders: the teachers of `one` and `two` have the same e-mail, their classes the same code."""
    folder = tmp_path_factory.mktemp("laptops")
    make_folder(folder / "one")
    make_folder(folder / "two", email=EMAIL.upper())
    make_folder(folder / "three", code="XYZ789", email=OTHER_EMAIL)
    return folder


def folder_rows(folder: Path) -> RowsByTable:
    """Return the rows of a data folder that are imported."""
    return read_rows(sqlite_url(folder), IMPORTED_TABLES)


def columns_of(rows: RowsByTable, table: str, *columns: str) -> list[tuple[object, ...]]:
    """Return these columns of all rows, sorted."""
    return sorted(tuple(row[column] for column in columns) for row in rows[table].values())


def copy_rows_into(folder: Path, source: Path) -> None:
    """Copy another data folder's teacher into this one, with all classes."""
    with create_engine(sqlite_url(folder)).begin() as connection:
        connection.exec_driver_sql("ATTACH ? AS source", (str(source / "goalbucks.db"),))
        for table in imported_tables():
            connection.execute(text(f"INSERT INTO {table.name} SELECT * FROM source.{table.name}"))


class _InterruptedProgress(Progress):
    point: ClassVar[tuple[str, int]]
    action: ClassVar[Callable[[], None]]

    def __call__(self, step: str, done: int, total: int) -> None:
        del total
        if step == self.point[0] and done >= self.point[1]:
            type(self).point = ("", 0)
            type(self).action()


def interrupt(patch: pytest.MonkeyPatch, point: tuple[str, int], action: Callable[[], None]) -> None:
    """Run the action once in the next command, when that many items of the step are done."""
    patch.setattr(move, "Progress", _InterruptedProgress)
    patch.setattr(_InterruptedProgress, "point", point, raising=False)
    patch.setattr(_InterruptedProgress, "action", staticmethod(action), raising=False)


def press_ctrl_c() -> None:
    """Interrupt the command as Ctrl+C does."""
    raise KeyboardInterrupt
