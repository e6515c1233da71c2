"""Exports while the school's database becomes unreachable."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.app import create_app
from server.data_protection.privacy import export
from server.settings import Settings
from server.system.durable_files import open_owner_only
from tests.factories.api_client import error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.data_folders import find_temporary_files
from tests.factories.postgresql import terminate_connections


@pytest.fixture
def classroom(empty_url: str, tmp_path: Path) -> Iterator[PreparedClassroom]:
    """A class on a school's server."""
    app = create_app(Settings(data_dir=tmp_path, ui_dir=Path("no-ui"), school=True, database_url=empty_url))
    with RunningApp.run(app) as test_app:
        yield PreparedClassroom.create(test_app)


def test_an_export_during_a_database_outage_reports_the_outage_and_leaves_no_file(
    classroom: PreparedClassroom, empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/teachers/{classroom.teacher.id}/export"

    def lose_connections_before_opening_a_file(path: str, flags: int) -> int:
        terminate_connections(empty_url)
        return open_owner_only(path, flags)

    monkeypatch.setattr(export, "open_owner_only", lose_connections_before_opening_a_file)
    response = classroom.teacher_client.get(path)
    assert error(response) == (503, "store_unavailable")
    assert "the school's database" in response.json()["error"]
    assert response.headers["retry-after"] == "3"
    left = find_temporary_files(classroom.test_app.data_folder)
    # The check of the photos' location, in the background, may be writing its file meanwhile.
    assert [name for name in left if not name.startswith("images/")] == []
    monkeypatch.undo()
    assert classroom.teacher_client.get(path).status_code == 200
