"""Supervisor of the workers of `serve --workers N`; tests/school/test_workers.py runs real ones."""

import subprocess
import sys

import pytest

from tests.factories.paths import ROOT

pytestmark = pytest.mark.processes

PROGRAM = """
import signal, sys
from launcher.serving import supervisor

class WithoutWorkers(supervisor.Supervisor):
    def _start(self, index, *, wait):
        return True

supervisor.POLL_INTERVAL_SECONDS = 0
for number in range(1, 20):
    calls = 0

    def count_call(frame, event, argument):
        global calls
        calls += 1
        if calls == number:
            signal.raise_signal(signal.SIGTERM)

    WithoutWorkers(2, [], []).run(on_ready=lambda: sys.settrace(count_call))
    sys.settrace(None)
print("ended")
"""
"""Runs the supervisor several times and interrupts it with SIGTERM at the first, second, ... function call."""


def test_sigterm_ends_the_supervisor_at_whichever_point_it_arrives() -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, check=True, capture_output=True, timeout=30)
    assert run.stdout == b"ended\n"
