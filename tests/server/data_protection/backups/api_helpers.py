"""Helpers for tests of the backup calls."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from httpx2 import Response

from server.data_protection.backups.archive import Archive
from server.data_protection.backups.atomic_restore import RestoreOptions
from server.data_protection.backups.routes import RESTORE_PATH
from tests.factories.api_client import ApiClient
from tests.factories.app import RunningApp
from tests.factories.data_folders import Tables, read_data_folder

PASSPHRASE = "grüne Äpfel, vier"


def restore(test_app: RunningApp, backup: Path) -> Path | None:
    """Restore the backup, as a request would; return the backup of the state before."""
    before: Path | None = test_app.portal.call(test_app.services.restore.replace_database, backup, RestoreOptions())
    return before


def find_backup(test_app: RunningApp, kind: str) -> Path:
    """Return the only backup of this kind."""
    (path,) = (test_app.data_folder / "backups").glob(f"*-{kind}.backup")
    return path


def image_files(archive: Archive) -> set[str]:
    """Return the file names of the images in the backup, including shared ones."""
    paths = (Path(entry.name) for entry in (*archive.manifest.entries, *archive.manifest.shared))
    return {path.name for path in paths if path.suffix == ".jpg"}


def content_without_activity_log(folder: Path) -> tuple[Tables, dict[str, str]]:
    """Return rows and images without the activity log, to which a restore adds an event."""
    tables, images = read_data_folder(folder)
    del tables["activity"]
    return tables, images


def list_backups(browser: ApiClient) -> Any:
    response = browser.get("/api/backups")
    assert response.status_code == 200
    return response.json()


def upload_and_restore(
    browser: ApiClient, content: bytes | Iterator[bytes], passphrase: str | None = None, *, without_photos: bool = False
) -> Response:
    headers = {"Content-Type": "application/octet-stream"}
    if passphrase is not None:
        headers["Backup-Passphrase"] = quote(passphrase)
    if without_photos:
        headers["Backup-Without-Photos"] = "true"
    return browser.http.post(RESTORE_PATH, content=content, headers=headers)
