"""Processes that the program starts, and its entry point in them."""

import multiprocessing
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from launcher import __main__ as program
from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.images import photo_jpeg
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess

pytestmark = pytest.mark.processes

TIMEOUT_SECONDS = 30.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """Server whose decoder process is running."""
    with ThreadPoolExecutor(1) as thread:  # Playwright's loop may be running in this one
        room = thread.submit(seed, tmp_path / "data").result()
    student = room.students[0]
    process = ServerProcess(tmp_path / "data")
    ids = {"goalId": student.goal_id, "studentId": student.id, "classroomId": room.id}
    body, headers = build_upload_form(ids, photo_jpeg(width=300, height=400))
    with HttpClient(process.port, student.token) as caller:
        assert caller.send("POST", "/api/submissions/upload", body, headers)[0] in {200, 201}
    yield process
    process.kill()


@pytest.mark.parametrize("number", [pytest.param(signal.SIGTERM, marks=pytest.mark.long), signal.SIGKILL])
def test_the_decoder_process_ends_with_the_server(server: ServerProcess, number: signal.Signals) -> None:
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert any("spawn_main" in " ".join(child.cmdline()) for child in children)
    server.process.send_signal(number)
    server.process.wait(TIMEOUT_SECONDS)
    _, alive = psutil.wait_procs(children, timeout=TIMEOUT_SECONDS)
    # Zombies remain in a container without an init process.
    assert [each for each in alive if each.status() != psutil.STATUS_ZOMBIE] == []


def test_a_packaged_decoder_process_does_not_start_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def exit_process() -> None:
        raise SystemExit(7)

    def fail() -> None:
        pytest.fail("the program was started")

    monkeypatch.setattr(multiprocessing, "freeze_support", exit_process)
    monkeypatch.setattr(program, "_provide_streams", fail)
    with pytest.raises(SystemExit, match="7"):
        program.main(["--multiprocessing-fork"])


def test_the_window_is_opened_before_the_server_is_imported(tmp_path: Path) -> None:
    script = """
import sys
from launcher import desktop
from launcher.cli import parser

def open_window(*_options):
    print(sorted({"alembic", "fastapi", "sqlalchemy", "uvicorn", "zeroconf"} & sys.modules.keys()))
    sys.exit()

desktop._window_process = open_window
desktop.start(parser.parse(sys.argv[1:]), sys.argv[1:], after_crash=False)
"""
    arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(tmp_path)]
    run = subprocess.run([sys.executable, "-c", script, *arguments], check=True, capture_output=True, text=True)
    assert run.stdout == "[]\n"


def test_the_windows_process_imports_few_modules_of_the_server() -> None:
    script = "import sys; from launcher.window import view; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    imported = set(run.stdout.split())
    assert {each for each in imported if each.startswith("server.") and each.count(".") == 2} == {
        "server.security.signed_handoff",
        "server.system.durable_files",
        "server.system.storage_errors",
        "server.texts.language",
    }
    assert not imported & {"pydantic", "sqlalchemy"}
