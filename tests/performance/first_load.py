"""Bytes that a student's browser fetches on a first visit, from the login screen to My Goals."""

import gzip
from collections import Counter
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
from tests.performance.table import Figure

NAME = "a student's first load"
CODE_LIMIT = 180
FONT_LIMIT = 60
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
    """Kilobytes over the network of JavaScript and CSS, and of fonts."""
    if not (Settings().ui_dir / "index.html").is_file():
        return [Figure(NAME, "skipped: the UI has not been built (make setup)", f"<= {CODE_LIMIT} KB")]
    if find_chromium() is None:
        return [Figure(NAME, "skipped: there is no Chromium", f"<= {CODE_LIMIT} KB")]
    seeded_class = seed(folder)
    server = ServerProcess(folder, environment={"GOALBUCKS_ALLOWED_HOSTS": HOST})
    try:
        fetched = _measure_transfer(server.port, seeded_class)
    finally:
        server.stop()
    code = (fetched.sizes["script"] + fetched.sizes["stylesheet"]) / KILOBYTE
    fonts = fetched.sizes["font"] / KILOBYTE
    files = f"{fetched.files['script']} + {fetched.files['stylesheet']} files"
    whole = sum(fetched.sizes.values()) / KILOBYTE
    note = f"; {fetched.uncompressed} came uncompressed" if fetched.uncompressed else ""
    return [
        Figure(
            f"{NAME}: JS and CSS, gzip", f"{code:.0f} KB ({files}{note})", f"<= {CODE_LIMIT} KB", code <= CODE_LIMIT
        ),
        Figure(
            f"{NAME}: fonts",
            f"{fonts:.0f} KB ({fetched.files['font']} files)",
            f"< {FONT_LIMIT} KB",
            fonts < FONT_LIMIT,
        ),
        Figure("  all files, including calls and pictures", f"{whole:.0f} KB, {sum(fetched.files.values())} requests"),
        Figure("  first contentful paint of the login screen", f"{fetched.painted:.0f} ms"),
    ]


@dataclass(slots=True)
class Transfer:
    """Bytes and files by kind. Uncompressed files count with their gzip size, and separately."""

    sizes: Counter[str] = field(default_factory=Counter)
    files: Counter[str] = field(default_factory=Counter)
    uncompressed: int = 0
    painted: float = 0.0
    """Milliseconds from the navigation's start to the first contentful paint."""

    def add(self, response: Response) -> None:
        """Count one file; the event stream never ends."""
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            return
        kind = response.request.resource_type
        size = response.request.sizes()["responseBodySize"]
        if kind in ("script", "stylesheet") and "content-encoding" not in response.headers:
            self.uncompressed += 1
            size = len(gzip.compress(response.body(), 9))
        self.sizes[kind] += size
        self.files[kind] += 1


def _measure_transfer(port: int, seeded_class: SeededClass) -> Transfer:
    here = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    responses: list[Response] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS, here])
        page = browser.new_page(base_url=f"http://{HOST}:{port}")
        page.on("response", lambda response: responses.append(response))  # noqa: PLW0108 - Playwright can't mark a builtin
        page.goto("/")
        painted = page.evaluate(PAINTED)
        student = seeded_class.students[0]
        sign_in_student(page, NewStudent("", "", student.username, PASSWORD), seeded_class.code)
        expect(page.get_by_text(CURRENT_GOAL).first).to_be_visible()
        page.wait_for_timeout(SETTLE_MS)  # fonts come last
        fetched = Transfer(painted=painted)
        for response in responses:
            fetched.add(response)
        browser.close()
    return fetched
