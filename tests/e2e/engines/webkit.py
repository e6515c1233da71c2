"""Debian's WebKit over WebDriver (https://w3c.github.io/webdriver): the engine of Safari and of the window on Linux."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import ViewportSize

from tests.e2e.engines.page import COMMAND_SECONDS, IS_REQUIRED, EnginePage
from tests.factories.waiting import wait_until
from tests.launcher.screen import open_screen

DRIVER = shutil.which("WebKitWebDriver")
requires_webkit = pytest.mark.skipif(
    DRIVER is None and not IS_REQUIRED, reason="not installed: WebKitWebDriver (packaging/system-packages.sh)"
)
MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
FUNCTION_CALL = """const given = [...arguments], done = given.pop();
(async () => (%s)(...given))().then((value) => done({ value }), (error) => done({ error: String(error) }));"""
"""Waits for the promise, which WebKitWebDriver only does in an asynchronous script."""


class WebKitPage(EnginePage):
    """A window of MiniBrowser, WebKitGTK's example of a browser."""

    def __init__(self, webkit: "WebKit", size: ViewportSize) -> None:
        self._webkit = webkit
        self._window = webkit.post("window/new", type="window")["handle"]
        self._post("window/rect", x=0, y=0, **size)

    def _navigate(self, url: str) -> None:
        self._post("url", url=url)

    def _call(self, function: str, *arguments: Any) -> Any:
        called = self._post("execute/async", script=FUNCTION_CALL % function, args=arguments)
        assert "error" not in called, called["error"]
        return called.get("value")

    def _click(self, element: Any) -> None:
        self._post(f"element/{_id(element)}/click")

    def _type(self, element: Any, text: str) -> None:
        self._post(f"element/{_id(element)}/value", text=text)

    def _choose_file(self, element: Any, file: Path) -> None:
        self._post(f"element/{_id(element)}/value", text=str(file))

    def _post(self, path: str, **parameters: Any) -> Any:
        self._webkit.post("window", handle=self._window)
        return self._webkit.post(path, **parameters)


def _id(element: dict[str, str]) -> str:
    [identifier] = element.values()
    return identifier


class WebKit:
    """A session of WebDriver."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client
        options = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
        capabilities = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session = ""
        self._session = self.post("", capabilities=capabilities)["sessionId"]
        self.post("timeouts", script=COMMAND_SECONDS * 1000)

    def post(self, path: str, **parameters: Any) -> Any:
        """Send a command and return its result."""
        return _value(self._client.post(self._path(path), json=parameters))

    def quit(self) -> None:
        """Close all windows."""
        _value(self._client.delete(self._path("")))

    def _path(self, path: str) -> str:
        return "/".join(filter(None, ("/session", self._session, path)))


def _value(answer: httpx2.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()["value"]


@contextmanager
def open_webkit(folder: Path) -> Iterator[WebKit]:
    """Run MiniBrowser on a virtual screen; `folder` is its home."""
    assert DRIVER
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with open_screen(folder) as screen:
        environment = {**os.environ, "DISPLAY": screen.display, "HOME": str(folder)}
        with subprocess.Popen([DRIVER, f"--port={port}"], env=environment) as driver:
            try:
                with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=COMMAND_SECONDS) as client:
                    wait_until(lambda: _is_ready(client))
                    webkit = WebKit(client)
                    yield webkit
                    webkit.quit()
            finally:
                driver.terminate()


def _is_ready(client: httpx2.Client) -> bool:
    with suppress(httpx2.ConnectError):
        return client.get("/status").is_success
    return False
