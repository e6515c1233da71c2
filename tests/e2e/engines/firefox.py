"""Debian's Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi), which needs no driver."""

import json
import os
import re
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize
from websockets.sync.client import ClientConnection, connect

from tests.e2e.engines.page import COMMAND_SECONDS, IS_REQUIRED, EnginePage

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
requires_firefox = pytest.mark.skipif(
    PROGRAM is None and not IS_REQUIRED, reason="not installed: Firefox (packaging/system-packages.sh)"
)
PREFERENCES = """
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
"""


class FirefoxPage(EnginePage):
    """A browsing context of WebDriver BiDi."""

    def __init__(self, firefox: "Firefox", size: ViewportSize) -> None:
        self._firefox = firefox
        self._context = firefox.send("browsingContext.create", type="window")["context"]
        firefox.send("browsingContext.setViewport", context=self._context, viewport=size)

    def print(self, width: float, height: float, margin: float) -> bytes:
        """Print on paper of this size, all in centimetres, as a PDF."""
        printed = self._firefox.send(
            "browsingContext.print",
            context=self._context,
            page={"width": width, "height": height},
            margin=dict.fromkeys(("top", "bottom", "left", "right"), margin),
        )
        return b64decode(printed["data"])

    def _navigate(self, url: str) -> None:
        self._firefox.send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def _call(self, function: str, *arguments: Any) -> Any:
        called = self._firefox.send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[_local_value(argument) for argument in arguments],
            awaitPromise=True,
            target={"context": self._context},
        )
        assert called["type"] == "success", called["exceptionDetails"]["text"]
        result = called["result"]
        return result if result["type"] == "node" else result.get("value")

    def _click(self, element: Any) -> None:
        origin = {"type": "element", "element": _local_value(element)}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": origin}
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": "mouse", "actions": [move, *press]})

    def _type(self, element: Any, text: str) -> None:
        self._call("(element) => element.focus()", element)
        keys = [{"type": action, "value": key} for key in text for action in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keyboard", "actions": keys})

    def _choose_file(self, element: Any, file: Path) -> None:
        self._firefox.send("input.setFiles", context=self._context, element=_local_value(element), files=[str(file)])

    def _perform(self, actions: dict[str, Any]) -> None:
        self._firefox.send("input.performActions", context=self._context, actions=[actions])


def _local_value(value: Any) -> dict[str, Any]:
    if isinstance(value, dict) and "sharedId" in value:
        return {"sharedId": value["sharedId"]}
    if isinstance(value, dict):
        return {"type": "object", "value": [[key, _local_value(each)] for key, each in value.items()]}
    return {"type": "number" if isinstance(value, int) else "string", "value": value}


class Firefox:
    """A session of WebDriver BiDi."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = count(1)
        self.send("session.new", capabilities={})

    def send(self, method: str, **parameters: Any) -> Any:
        """Send a command and return its result; without a subscription nothing else arrives."""
        self._connection.send(json.dumps({"id": next(self._ids), "method": method, "params": parameters}))
        answer = json.loads(self._connection.recv(COMMAND_SECONDS))
        assert answer["type"] == "success", f"{method}: {answer}"
        return answer["result"]


@contextmanager
def open_firefox(folder: Path) -> Iterator[Firefox]:
    """Run Firefox with a new profile in `folder`."""
    (folder / "user.js").write_text(PREFERENCES)
    assert PROGRAM
    command = [PROGRAM, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(folder)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stderr is not None
            started = None
            while not started:
                line = process.stderr.readline()
                assert line, "Firefox has ended"
                started = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            with connect(f"{started[1]}/session", max_size=None) as connection:
                yield Firefox(connection)
        finally:
            process.kill()
