"""Before an answer leaves, the disk has what it tells of: each write of each call, seen from below the program."""

import sys
from pathlib import Path

from tests.durability.lesson import PHOTO
from tests.durability.shim import Shim, needs_a_shim
from tests.durability.syncs import LOG, Trace
from tests.factories.caller import Caller, upload_form
from tests.factories.calls import WRITES
from tests.factories.prepared_calls import PreparedCall, prepare_calls
from tests.factories.process import PROGRAM, ServerProcess

pytestmark = needs_a_shim
WITHOUT_SYNC = """
import sys
from server.database import sqlite
sqlite._PRAGMAS = tuple(pragma.replace("synchronous=FULL", "synchronous=NORMAL") for pragma in sqlite._PRAGMAS)
from launcher.__main__ import main
sys.exit(main())
"""


class Tour:
    """Calls one after the other, each held against the trace."""

    def __init__(self, folder: Path, beside: Path, program: tuple[str, ...] = PROGRAM) -> None:
        shim = Shim(folder, beside, traced=True)
        self.server = ServerProcess(folder, environment=shim.environment, program=program)
        self.trace = Trace(shim.trace)
        self.unsafe: dict[str, set[str]] = {}

    def make(self, name: str, call: PreparedCall) -> None:
        """Make the call, with a photo if it takes a form; it succeeds, and writes something."""
        request, token = call
        with Caller(self.server.port, token) as caller:
            if request.form is None:
                status, answer = caller.call(request.method, request.path, request.json)
            else:
                status, answer = caller.send(request.method, request.path, *upload_form(request.form, PHOTO))
        assert 200 <= status < 300, (name, answer)
        synced = self.trace.synced
        unsafe = self.trace.until_the_answer()
        assert self.trace.synced > synced or unsafe, f"{name} wrote nothing"
        if unsafe:
            self.unsafe[name] = unsafe

    def end(self) -> None:
        """Stop the server."""
        if self.server.process.poll() is None:
            self.server.stop()


ELSEWHERE = {
    "POST /api/auth/firebase": "Google's; its session is written as the others are",
    "POST /api/auth/handoff/deliver": "held in memory for five minutes",
    "POST /api/auth/handoff/look": "held in memory for five minutes",
    "POST /api/auth/handoff/claim": "held in memory for five minutes; its session is written as the others are",
    "PUT /api/network/adapter": "where to announce: the launcher's file, chosen again in a click",
    "POST /api/settings/show-logs": "opens a folder",
    "POST /api/backups/show-folder": "opens a folder",
    "POST /api/students/{student_id}/unlock": "forgets what is held in memory",
    "POST /api/backups/{name}/restore": "test_backups.py kills it at each line",
    "POST /api/backups/restore": "test_backups.py kills it at each line",
    "POST /api/students/{student_id}/erase": "test_erasures.py kills it at each line",
    "DELETE /api/backups/{name}": "a file that a power cut brings back can be taken away again",
}
"""Why these writing calls aren't toured."""


def test_the_disk_has_what_each_answer_tells_of_before_it_leaves(folder: Path, tmp_path: Path) -> None:
    assert ELSEWHERE.keys() <= set(WRITES)
    calls = prepare_calls(folder, [name for name in WRITES if name not in ELSEWHERE])
    tour = Tour(folder, tmp_path / "shim")
    try:
        for name, call in calls.items():
            tour.make(name, call)
        assert tour.unsafe == {}
        assert not tour.trace.overtaken
    finally:
        tour.end()
    print(f"{len(calls)} writing calls, {tour.trace.synced} syncs, each before its answer")  # noqa: T201


def test_a_database_that_syncs_less_would_be_noticed(folder: Path, tmp_path: Path) -> None:
    name = "PUT /api/settings"
    calls = prepare_calls(folder, [name])
    tour = Tour(folder, tmp_path / "shim", (sys.executable, "-c", WITHOUT_SYNC))
    try:
        tour.make(name, calls[name])
        assert tour.unsafe == {name: {LOG}}
    finally:
        tour.end()
