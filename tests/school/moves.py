"""What the tests of `goalbucks move-to` share: laptops, the command, and what both sides hold afterwards."""

import io
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from sqlalchemy import create_engine, text

from launcher.__main__ import main
from launcher.cli import move
from launcher.cli.progress import Progress
from server.database.postgresql import open_unpooled_engine
from server.media import open_media_store
from server.school.importing.media_location import MediaLocation
from server.school.importing.tables import imported_tables
from tests.factories.folders import add_images
from tests.factories.object_store import BUCKET, object_store
from tests.factories.school import laptop
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
    media = f"{bucket}/{tmp_path.name}"
    MediaLocation(empty_url, open_media_store(media, tmp_path)).verify()  # as the school's server does when it starts
    return MoveTo(empty_url, media, capsys, monkeypatch)


def change(address: str, statement: str, **values: object) -> None:
    """What somebody does there."""
    with (open_unpooled_engine(address) if "postgresql" in address else create_engine(address)).begin() as connection:
        connection.execute(text(statement), values)


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


def unite(folder: Path, third: Path) -> None:
    """Give a laptop another one's teacher, too, with everything below."""
    with create_engine(laptop(folder)).begin() as connection:
        connection.exec_driver_sql("ATTACH ? AS third", (str(third / "goalbucks.db"),))
        for table in imported_tables():
            connection.execute(text(f"INSERT INTO {table.name} SELECT * FROM third.{table.name}"))


class _Interrupted(Progress):
    """Something happens once, when so much is done of what is being done."""

    point: ClassVar[tuple[str, int]]
    happens: ClassVar[Callable[[], None]]

    def __call__(self, step: str, done: int, total: int) -> None:
        """See Progress."""
        del total
        if step == self.point[0] and done >= self.point[1]:
            type(self).point = ("", 0)
            type(self).happens()


def interrupt(patch: pytest.MonkeyPatch, point: tuple[str, int], happens: Callable[[], None]) -> None:
    """Have it happen in the next move at this point."""
    patch.setattr(move, "Progress", _Interrupted)
    patch.setattr(_Interrupted, "point", point, raising=False)
    patch.setattr(_Interrupted, "happens", staticmethod(happens), raising=False)


def press_ctrl_c() -> None:
    """As whoever gave the command may."""
    raise KeyboardInterrupt
