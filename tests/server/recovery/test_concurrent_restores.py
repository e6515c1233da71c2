"""A restore that is started while another backup is being uploaded to the recovery application."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from httpx2 import ASGITransport, AsyncClient, Response

from server.data_protection.backups.errors import DatabaseMissingError
from server.data_protection.backups.service import BackupService
from server.recovery.database_recovery import DatabaseRecovery
from server.recovery.routes import create_recovery_app
from server.settings import Settings
from tests.factories.data_folders import find_temporary_files
from tests.server.recovery.conftest import LOCAL_URL


def test_upload_that_ends_while_another_restore_runs_is_refused_and_leaves_no_file(tmp_path: Path) -> None:
    async def upload_while_another_starts() -> Response:
        settings = Settings(data_dir=tmp_path, ui_dir=Path("no-ui"))
        error = DatabaseMissingError(tmp_path / "damaged-2026-11-02-080000")
        is_uploaded = asyncio.Event()

        async def restart() -> None:
            await is_uploaded.wait()

        recovery = DatabaseRecovery(BackupService(settings), error, restart=restart, report=lambda _: None)

        async def content() -> AsyncIterator[bytes]:
            yield b"the first half"
            recovery.start_empty()
            yield b", and the second"

        async with AsyncClient(transport=ASGITransport(create_recovery_app(settings, recovery))) as client:
            headers = {"Content-Length": "30"}
            try:
                return await client.post(f"{LOCAL_URL}/api/rescue/file", content=content(), headers=headers)
            finally:
                is_uploaded.set()
                await recovery.close()

    response = asyncio.run(upload_while_another_starts())
    assert (response.status_code, response.json()["code"]) == (409, "restore_running")
    assert find_temporary_files(tmp_path) == []
