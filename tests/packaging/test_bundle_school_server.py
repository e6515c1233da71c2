"""The bundle as a school's server with PostgreSQL and an object store, and `move-to` from a laptop."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import get

from tests.factories.data_folders import add_images, image_digests
from tests.factories.object_store import BUCKET, ENVIRONMENT, list_objects, run_object_store
from tests.factories.postgresql import PostgreSQLServer
from tests.factories.school_data import object_digests
from tests.factories.seeded import EMAIL, seed
from tests.launcher.conftest import Program, command_line
from tests.packaging.class_scenario import ClassScenario
from tests.packaging.installed import Installed, files_in_use, is_project_file

pytestmark = pytest.mark.bundle

MEDIA = f"s3://{BUCKET}/bundle"


class School:
    """The program with the settings of a school and its own database."""

    def __init__(self, copy: Installed, database: str) -> None:
        self._copy = copy
        self._settings = {
            "GOALBUCKS_SCHOOL": "1",
            "GOALBUCKS_DATABASE_URL": database,
            "GOALBUCKS_MEDIA_URL": MEDIA,
            **{name: os.environ[name] for name in ENVIRONMENT},
        }

    def start(self, *arguments: object) -> Program:
        """Start the program with these arguments."""
        return self._copy.start(*arguments, **self._settings)

    def run(self, *arguments: object) -> str:
        """Run a command; return its output."""
        code, out, err = self.start(*arguments).end()
        assert code == 0, err
        return out


@pytest.fixture
def school(copy: Installed, postgresql: PostgreSQLServer) -> Iterator[School]:
    """School with an empty database."""
    with run_object_store():
        yield School(copy, postgresql.create_database("bundled"))
    postgresql.drop_database("bundled")


def test_the_bundle_runs_a_school_server_and_moves_a_class_there(
    school: School, copy: Installed, tmp_path: Path
) -> None:
    assert school.run("migrate") == "The database was upgraded.\n"
    invite = school.run("admin", "invite").splitlines()[0]
    server = school.start("serve", "--workers", 2, "--host", "127.0.0.1", "--port", 0, "--data-dir", tmp_path / "data")
    with ClassScenario(server.address, invite=invite) as scenario:
        scenario.run()
    assert "goalbucks_requests_total{" in get(f"{server.address}/metrics").text
    assert list_objects(MEDIA)
    workers = [each for each in copy.processes() if "--as-worker" in command_line(each)]
    assert len(workers) == 2
    assert [str(file) for each in copy.processes() for file in files_in_use(each) if is_project_file(file)] == []

    seed(laptop := tmp_path / "laptop", submissions=1, students=2)
    add_images(laptop, 2)
    move = ("move-to", "--data-dir", laptop, "--merge", EMAIL)
    assert "students 2" in school.run(*move, "--dry-run")
    assert "The balances of 2 students are equal" in school.run(*move)
    assert object_digests(MEDIA).items() > image_digests(laptop).items()
    server.signal(signal.SIGTERM)
    assert server.end()[0] == 0
