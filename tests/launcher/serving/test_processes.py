"""The process that decodes pictures: started by the program, and gone with it however that ends."""

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from launcher import __main__ as program
from tests.factories.caller import Caller, upload_form
from tests.factories.images import photo_jpeg
from tests.factories.process import ServerProcess
from tests.factories.seated import seat

pytestmark = pytest.mark.processes

PATIENCE_SECONDS = 5.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that has just cleaned a picture."""
    with ThreadPoolExecutor(1) as thread:  # Playwright's loop may be running in this one
        room = thread.submit(seat, tmp_path / "data").result()
    student = room.students[0]
    process = ServerProcess(tmp_path / "data")
    ids = {"goalId": student.goal_id, "studentId": student.id, "classroomId": room.id}
    body, headers = upload_form(ids, photo_jpeg(width=300, height=400))
    with Caller(process.port, student.token) as caller:
        assert caller.send("POST", "/api/submissions/upload", body, headers)[0] in {200, 201}
    yield process
    process.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_server(server: ServerProcess, number: signal.Signals) -> None:
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert any("spawn_main" in " ".join(child.cmdline()) for child in children)
    server.process.send_signal(number)
    server.process.wait(PATIENCE_SECONDS)
    _, alive = psutil.wait_procs(children, timeout=PATIENCE_SECONDS)
    # What nobody collects in a container has ended, too.
    assert [each for each in alive if each.status() != psutil.STATUS_ZOMBIE] == []


def test_packaged_the_spawned_process_never_gets_into_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave() -> None:
        raise SystemExit(7)

    def never() -> None:
        pytest.fail("the program began")

    monkeypatch.setattr(multiprocessing, "freeze_support", leave)
    monkeypatch.setattr(program, "_provide_streams", never)
    with pytest.raises(SystemExit, match="7"):
        program.main(["--multiprocessing-fork"])
