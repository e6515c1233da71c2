"""Forced exit after a signal while the event loop hangs."""

import signal
import subprocess
import sys

import pytest

from tests.factories.paths import ROOT

pytestmark = pytest.mark.processes

PROGRAM = """
import asyncio, sqlite3, sys
import uvicorn
from launcher.serving import forced_exit
from launcher.serving.server import _Server

forced_exit.FORCE_EXIT_SECONDS = 0.3
LONG = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

async def app(scope, receive, send):
    assert (await receive())["type"] == "lifespan.startup"
    await send({"type": "lifespan.startup.complete"})
    asyncio.get_running_loop().call_later(0.1, work)

def work():
    print("working", flush=True)
    sqlite3.connect(":memory:").execute(LONG).fetchall()

config = uvicorn.Config(app, lifespan="on", log_config=None, loop="uvloop")
_Server(config, [], [], 1).run(sockets=[])
"""
"""An endless query in the main thread, during which Python calls no signal handler."""


def test_sigterm_ends_the_program_while_sqlite_holds_the_main_thread() -> None:
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "working\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.communicate()


HANGING_PROGRAM = """
import time
from launcher.serving import forced_exit

forced_exit.KILL_SECONDS = 0.3
forced_exit.arm()
print("armed", flush=True)
bytes(10) in range(10**12)  # one instruction that holds the interpreter, for hours
"""


def test_sigalrm_ends_a_program_whose_interpreter_lock_is_held() -> None:
    process = subprocess.Popen([sys.executable, "-c", HANGING_PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "armed\n"
        assert process.wait(20) == -signal.SIGALRM
    finally:
        process.kill()
        process.communicate()
