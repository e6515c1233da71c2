"""Memory that password hashes used is returned to the system."""

import platform
import subprocess
import sys

import pytest

MAX_GROWTH_MB = 10
"""A hash takes 20 MB, and up to two run at once."""
SCRIPT = f"""
import asyncio, time
import psutil
from server.system import heap
from server.security.passwords import PasswordHasher

async def growth():
    process = psutil.Process()
    before = process.memory_info().rss
    hasher = PasswordHasher()
    await asyncio.gather(*(hasher.check(None, "open sesame") for _ in range(6)))
    end = time.monotonic() + 10
    while (grown := (process.memory_info().rss - before) / 1e6) > {MAX_GROWTH_MB} and time.monotonic() < end:
        await asyncio.sleep(0.1)
    return grown

heap.keep_until_trimmed()
print(asyncio.run(growth()))
"""


@pytest.mark.processes
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps freed memory")
def test_the_memory_of_password_hashes_is_returned_to_the_system_once_they_are_done() -> None:
    printed = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=60)
    assert float(printed.stdout) < MAX_GROWTH_MB
