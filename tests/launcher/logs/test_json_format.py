"""JSON log format: one line per event, without personal data."""

import json
import logging
import socket
import subprocess
from pathlib import Path

import pytest

from launcher.logs.json_format import MAX_TRACE_LENGTH, JsonFormatter
from server.settings import program_version
from tests.factories.paths import ROOT
from tests.factories.server_process import PROGRAM


def test_an_exception_is_logged_with_its_type_and_a_redacted_traceback() -> None:
    name = bytes([65, 109, 97, 114, 97]).decode()  # not a literal: the traceback quotes the source line
    with pytest.raises(ValueError, match=name) as caught:
        int(name)
    record = logging.LogRecord("a", logging.ERROR, "", 0, "request 7 crashed\nTrace", (), None)
    record.crash, record.token = caught.value, "secret"
    line = JsonFormatter().format(record)
    event = json.loads(line)
    assert (event["message"], event["exception"]["type"]) == ("request 7 crashed", "builtins.ValueError")
    assert "test_json_format.py" in event["exception"]["trace"]
    assert name not in line
    assert "secret" not in line
    assert "\n" not in line


def test_a_long_traceback_loses_its_middle() -> None:
    error = RuntimeError("x" * 2 * MAX_TRACE_LENGTH + " the end")
    record = logging.LogRecord("a", logging.ERROR, "", 0, "m", (), (RuntimeError, error, None))
    trace = json.loads(JsonFormatter().format(record))["exception"]["trace"]
    assert len(trace) <= MAX_TRACE_LENGTH + 10
    assert trace.startswith("Traceback")
    assert trace.endswith(" the end")


@pytest.mark.processes
def test_a_refused_start_is_logged_as_json_and_writes_no_file(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [*PROGRAM, "serve", "--host", "127.0.0.1", "--port", port, "--data-dir", tmp_path, "--log-format", "json"],
            cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
    start, event = [json.loads(line) for line in ended.stdout.splitlines()]
    assert start["message"].startswith(f"GoalBucks {program_version()} starts with ")
    assert (ended.returncode, event["level"], ended.stderr) == (1, "error", "")
    assert port in event["message"]
    assert not list(tmp_path.glob("logs/*"))
