"""`goalbucks check` on a school's server: the ledger, and the photos in both kinds of storage."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from launcher.cli import backup
from launcher.cli.parser import parse
from server.database.postgresql import open_unpooled_engine
from server.media import CleanImage, open_media_store
from tests.factories.seeded import seed_school_database
from tests.school.move_to import bucket

__all__ = ["bucket"]
IMAGE = CleanImage(full=b"\xff\xd8\xff\xd9", thumbnail=b"\xff\xd8\xff\xd9", width=4, height=3)


def execute(url: str, statement: str, **values: object) -> None:
    engine = open_unpooled_engine(url)
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


@pytest.fixture(params=["folder", "bucket"])
def photo_storage(request: pytest.FixtureRequest, bucket: str, tmp_path: Path) -> str:
    """The school's photo storage."""
    return bucket if request.param == "bucket" else (tmp_path / "photos").as_uri()


@pytest.fixture
def check(
    empty_url: str,
    photo_storage: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[[], tuple[int, str]]:
    """Run the command in this process; returns the exit code and the output."""
    monkeypatch.setenv("GOALBUCKS_DATABASE_URL", empty_url)
    monkeypatch.setenv("GOALBUCKS_MEDIA_URL", photo_storage)
    monkeypatch.setenv("GOALBUCKS_SCHOOL", "1")

    def run() -> tuple[int, str]:
        code = backup.run(parse(["check", "--data-dir", str(tmp_path / "data")]))
        output = capsys.readouterr()
        return code, output.out + output.err

    return run


def test_check_compares_a_schools_balances_and_photos(
    empty_url: str, photo_storage: str, check: Callable[[], tuple[int, str]], tmp_path: Path
) -> None:
    seed_school_database(empty_url, months=1, submissions=1, students=2)
    store = open_media_store(photo_storage, tmp_path)
    key = store.put(IMAGE)
    execute(empty_url, "UPDATE submissions SET image_key = :key WHERE id = (SELECT min(id) FROM submissions)", key=key)
    code, output = check()
    assert (code, "No problems were found" in output) == (0, True), output
    assert "Images: 1 referenced by submissions" in output
    store.delete(key)
    execute(empty_url, "UPDATE balances SET earned = earned + 1 WHERE student_id = (SELECT min(id) FROM students)")
    code, output = check()
    assert (code, output.count("PROBLEM: ")) == (1, 2), output
    assert f"PROBLEM: Image {key} is missing." in output
    assert "but its entries add up to" in output


def test_check_names_an_unexpected_photo_location_and_leaves_it_unchanged(
    empty_url: str, check: Callable[[], tuple[int, str]], photo_storage: str, tmp_path: Path
) -> None:
    execute(empty_url, "INSERT INTO image_places (id, name) VALUES (1, 'expected')")
    store = open_media_store(photo_storage, tmp_path)
    for name, found in (("", "has no place.txt"), ("another", "place.txt there says another.")):
        if name:
            store.write_location_id(name)
        code, output = check()
        assert (code, found in output, "The database expects expected." in output) == (1, True, True), output
        assert photo_storage in output
        assert store.read_location_id() == name
    store.write_location_id("expected")
    assert check()[0] == 0


def test_check_reports_an_unreachable_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GOALBUCKS_DATABASE_URL", "postgresql://goalbucks@127.0.0.1:1/goalbucks")
    assert backup.run(parse(["check", "--data-dir", str(tmp_path)])) == 1
    assert "No problems were found" not in capsys.readouterr().out
