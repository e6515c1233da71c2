"""The server as teachers run it: a process of its own, reached through sockets."""

import http.client
import json
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from server.security.sessions import COOKIE

SERVER = (sys.executable, "-m", "launcher")
START_SECONDS = 30.0
_KEPT_LINES = 200


class RunningServer:
    """`goalbucks serve` on a free port of the loopback; leaving the `with` block ends it, whatever state it is in."""

    def __init__(self, data_dir: Path, *, program: tuple[str, ...] = SERVER) -> None:
        data_dir.mkdir(parents=True, exist_ok=True)
        options = ("--host", "127.0.0.1", "--port", "0", "--data-dir", str(data_dir), "--no-announce")
        self.data_dir = data_dir
        self.process = subprocess.Popen(
            [*program, "serve", *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.printed: list[str] = []
        self._port: int | None = None
        self._ready = threading.Event()
        assert self.process.stdout is not None
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()

    def _listen(self, lines: IO[str]) -> None:
        for line in lines:
            del self.printed[:-_KEPT_LINES]
            self.printed.append(line)
            if "ready" in line and "http://" in line:
                self._port = int(line.split("http://", maxsplit=1)[1].split()[0].rsplit(":", maxsplit=1)[1])
                self._ready.set()
        self._ready.set()

    @property
    def port(self) -> int:
        """Where it answers; waits until it does."""
        if not self._ready.wait(START_SECONDS) or self._port is None:
            message = f"the server did not start: {''.join(self.printed)}"
            raise RuntimeError(message)
        return self._port

    @property
    def pid(self) -> int:
        """The process's id."""
        return self.process.pid

    def end(self, seconds: float = 10.0) -> int:
        """Ask it to stop and wait; the exit code."""
        self.process.terminate()
        return self.process.wait(seconds)

    def kill(self) -> None:
        """What a crash or a flat battery does to it: no last word."""
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> Self:
        """The server, perhaps not ready yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()


class Caller:
    """One browser's connection, kept open; `token` is its session."""

    def __init__(self, port: int, token: str | None = None, *, seconds: float = 30.0) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
        self.headers = {"Cookie": f"{COOKIE}={token}"} if token else {}

    def call(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and JSON of the answer (None without a body)."""
        sent = None if body is None else json.dumps(body)
        kind = {} if body is None else {"Content-Type": "application/json"}
        self.connection.request(method, path, sent, {**self.headers, **kind, **(headers or {})})
        answer = self.connection.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if content else None

    def get(self, path: str) -> Any:
        """The JSON of a read that must succeed."""
        status, answer = self.call("GET", path)
        assert status == 200, answer
        return answer
