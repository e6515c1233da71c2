"""The deletion of unreferenced images, which the server runs some time after its start."""

import asyncio
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from server import runtime
from server.app import create_app
from server.settings import Settings
from tests.factories.waiting import wait_until


def start_and_delete_unreferenced(folder: Path) -> None:
    """Start the application, wait until its deletion, if any, has ended, and stop it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runtime, "FIRST_DELETION_DELAY", timedelta(0))
        with TestClient(create_app(Settings(data_dir=folder, ui_dir=Path("no-ui")))) as client:
            portal = client.portal
            assert portal is not None
            wait_until(lambda: not portal.call(_deletion_is_due))
    for thread in threading.enumerate():
        if thread.name == "unreferenced-images":
            thread.join()


async def _deletion_is_due() -> bool:
    return any(task.get_name() == "unreferenced images" for task in asyncio.all_tasks())
