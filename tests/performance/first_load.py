"""Measures what a student's browser fetches on a first visit, from the login page to My Goals."""

import gzip
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Response, expect, sync_playwright

from server.settings import Settings
from tests.e2e.browser import find_chromium
from tests.e2e.conftest import FLAGS
from tests.e2e.page_actions import NewStudent, sign_in_student
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import CURRENT_GOAL, SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.table import Figure

KILOBYTE = 1000
HOST = "classroom.test"
"""A name instead of 127.0.0.1, which browsers treat as secure: over a classroom's plain HTTP they accept gzip only."""
SETTLE_MS = 1000
PAINTED = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [painted] = list.getEntriesByName('first-contentful-paint');
    if (painted) resolve(painted.startTime);
  }).observe({ type: 'paint', buffered: true });
})"""


def measure(folder: Path) -> list[Figure]:
    """Requests and kilobytes over the network."""
    if not (Settings().ui_dir / "index.html").is_file():
        return [bars.LOGIN_REQUESTS.skipped("the UI has not been built (make setup)")]
    if find_chromium() is None:
        return [bars.LOGIN_REQUESTS.skipped("there is no Chromium")]
    seeded_class = seed(folder)
    server = ServerProcess(folder, environment={"GOALBUCKS_ALLOWED_HOSTS": HOST})
    try:
        login, whole = _measure_transfer(server.port, seeded_class)
    finally:
        server.stop()
    code = whole.sizes["script"] + whole.sizes["stylesheet"]
    note = f"{whole.files['script']} + {whole.files['stylesheet']} files"
    if whole.uncompressed:
        note += f"; {whole.uncompressed} came uncompressed"
    return [
        bars.LOGIN_REQUESTS.measured(login.requests),
        bars.LOGIN_BYTES.measured(login.kilobytes),
        bars.LOGIN_PAINT.measured(login.painted),
        bars.FIRST_LOAD_REQUESTS.measured(whole.requests, f"{whole.files['fetch'] + whole.files['xhr']} calls"),
        bars.FIRST_LOAD_BYTES.measured(whole.kilobytes),
        bars.FIRST_LOAD_CODE.measured(code / KILOBYTE, note),
        bars.FIRST_LOAD_FONTS.measured(whole.sizes["font"] / KILOBYTE, f"{whole.files['font']} files"),
    ]


@dataclass(slots=True)
class Transfer:
    """Bytes and files by kind. Uncompressed files count with their gzip size, and separately."""

    sizes: Counter[str] = field(default_factory=Counter)
    files: Counter[str] = field(default_factory=Counter)
    uncompressed: int = 0
    painted: float = 0.0
    """Milliseconds from the navigation's start to the first contentful paint."""

    @property
    def requests(self) -> int:
        """The number of requests."""
        return self.files.total()

    @property
    def kilobytes(self) -> float:
        """The size of all files."""
        return self.sizes.total() / KILOBYTE

    def add(self, response: Response) -> None:
        """Count one file; the event stream never ends."""
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            return
        kind = response.request.resource_type
        # Negative for a file from the browser's cache: its headers are subtracted from nothing.
        size = max(0, response.request.sizes()["responseBodySize"])
        if kind in ("script", "stylesheet") and "content-encoding" not in response.headers:
            self.uncompressed += 1
            size = len(gzip.compress(response.body(), 9))
        self.sizes[kind] += size
        self.files[kind] += 1


def _measure_transfer(port: int, seeded_class: SeededClass) -> tuple[Transfer, Transfer]:
    """Return what is transferred for the login page, and for all of the way to My Goals."""
    here = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    responses: list[Response] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS, here])
        page = browser.new_page(base_url=f"http://{HOST}:{port}")
        page.on("response", lambda response: responses.append(response))  # noqa: PLW0108 - Playwright can't mark a builtin
        page.goto("/")
        painted = page.evaluate(PAINTED)
        page.wait_for_timeout(SETTLE_MS)  # fonts and preloaded files come last
        login = _transfer(responses, painted)
        student = seeded_class.students[0]
        sign_in_student(page, NewStudent("", "", student.username, PASSWORD), seeded_class.code)
        expect(page.get_by_text(CURRENT_GOAL).first).to_be_visible()
        page.wait_for_timeout(SETTLE_MS)
        whole = _transfer(responses, painted)
        browser.close()
    return login, whole


def _transfer(responses: Sequence[Response], painted: float) -> Transfer:
    fetched = Transfer(painted=painted)
    for response in responses:
        fetched.add(response)
    return fetched
