"""Writes are synced before their response is sent: each write of each call, seen below the program."""

import sys
from pathlib import Path

from tests.durability.shim import Shim, requires_shim
from tests.durability.sync_trace import WAL, SyncTrace
from tests.durability.workflow import PHOTO
from tests.factories.calls import WRITES
from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.prepared_calls import PreparedCall, prepare_calls
from tests.factories.server_process import PROGRAM, ServerProcess

pytestmark = requires_shim
WITHOUT_SYNC = """
import sys
from server.database import sqlite
sqlite._PRAGMAS = tuple(pragma.replace("synchronous=FULL", "synchronous=NORMAL") for pragma in sqlite._PRAGMAS)
from launcher.__main__ import main
sys.exit(main())
"""


class SyncedCalls:
    """Calls one after another, each compared with the trace of disk operations."""

    def __init__(self, folder: Path, beside: Path, program: tuple[str, ...] = PROGRAM) -> None:
        shim = Shim(folder, beside, traced=True)
        self.server = ServerProcess(folder, environment=shim.environment, program=program)
        self.trace = SyncTrace(shim.trace)
        self.unsynced: dict[str, set[str]] = {}

    def make(self, name: str, call: PreparedCall) -> None:
        """Make the call, with a photo if it takes a form; it succeeds, and writes something."""
        request, token = call
        with HttpClient(self.server.port, token) as caller:
            if request.form is None:
                status, body = caller.request(request.method, request.path, request.json)
            else:
                status, body = caller.send(request.method, request.path, *build_upload_form(request.form, PHOTO))
        assert 200 <= status < 300, (name, body)
        synced = self.trace.sync_count
        unsafe = self.trace.read_until_response()
        assert self.trace.sync_count > synced or unsafe, f"{name} wrote nothing"
        if unsafe:
            self.unsynced[name] = unsafe

    def close(self) -> None:
        """Stop the server."""
        if self.server.process.poll() is None:
            self.server.stop()


EXCLUDED_CALLS = {
    "POST /api/auth/pictures/names": "reads",
    "POST /api/auth/card/look": "reads",
    "POST /api/classrooms/{classroom_id}/roster/preview": "reads",
    "POST /api/auth/firebase": "Google's; its session is written as the others are",
    "POST /api/auth/handoff/deliver": "held in memory for five minutes",
    "POST /api/auth/handoff/look": "held in memory for five minutes",
    "POST /api/auth/handoff/claim": "held in memory for five minutes; its session is written as the others are",
    "PUT /api/network/adapter": "where to announce: the launcher's file, chosen again in a click",
    "POST /api/settings/show-logs": "opens a folder",
    "POST /api/backups/show-folder": "opens a folder",
    "POST /api/students/{student_id}/unlock": "forgets what is held in memory",
    "POST /api/classrooms/{classroom_id}/unlock": "a limit that a power cut brings back can be lifted again",
    "POST /api/backups/{name}/restore": "test_backups.py kills it at each line",
    "POST /api/backups/restore": "test_backups.py kills it at each line",
    "POST /api/students/{student_id}/erase": "test_crash_during_erasure.py kills it at each line",
    "DELETE /api/sample-class": "only its own teacher may; rows are deleted as with a class",
    "DELETE /api/backups/{name}": "a file that a power cut brings back can be taken away again",
}
"""Writing calls that this test doesn't make, and why."""


def test_each_write_is_synced_to_disk_before_its_response_is_sent(folder: Path, tmp_path: Path) -> None:
    assert EXCLUDED_CALLS.keys() <= set(WRITES)
    calls = prepare_calls(folder, [name for name in WRITES if name not in EXCLUDED_CALLS])
    synced_calls = SyncedCalls(folder, tmp_path / "shim")
    try:
        for name, call in calls.items():
            synced_calls.make(name, call)
        assert synced_calls.unsynced == {}
        assert not synced_calls.trace.is_wal_reset_early
    finally:
        synced_calls.close()
    print(f"{len(calls)} writing calls, {synced_calls.trace.sync_count} syncs, each before its response")  # noqa: T201


def test_a_database_with_weaker_synchronization_is_detected(folder: Path, tmp_path: Path) -> None:
    name = "PUT /api/settings"
    calls = prepare_calls(folder, [name])
    synced_calls = SyncedCalls(folder, tmp_path / "shim", (sys.executable, "-c", WITHOUT_SYNC))
    try:
        synced_calls.make(name, calls[name])
        assert synced_calls.unsynced == {name: {WAL}}
    finally:
        synced_calls.close()
