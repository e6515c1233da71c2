"""A student's pages on a slow Chromebook: processor four times slower, 10 Mbit/s, 20 ms.

Three visits of one browser: the login page with an empty cache, My Goals after signing in, and My Goals again with the
cache of the first visit.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

from server.settings import Settings
from tests.e2e.browser import find_chromium
from tests.e2e.conftest import FLAGS
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import CURRENT_GOAL, SeededClass, seed
from tests.factories.server_process import ServerProcess
from tests.performance import bars
from tests.performance.table import Figure

HOST = "classroom.test"
"""A name instead of 127.0.0.1, which browsers treat as secure: over a classroom's plain HTTP they accept gzip only."""
SLOWDOWN = 4
BYTES_PER_SECOND = 10_000_000 / 8
LATENCY_MS = 20
SETTLE_MS = 1500
"""Long enough for fonts, and for the refetch after the event stream has opened."""
RUNS = 3
KILOBYTE = 1000

# Started before the page's own scripts. A layout shift counts unless it follows an input within half a second.
OBSERVE = """
window.measured = { painted: 0, shift: 0, shown: 0 };
new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries())
    if (name === 'first-contentful-paint') measured.painted = startTime;
}).observe({ type: 'paint', buffered: true });
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.shift += value;
}).observe({ type: 'layout-shift', buffered: true });
window.awaitText = (text) => {
  const started = performance.now();
  const look = () => {
    if (document.body?.textContent.includes(text)) measured.shown = performance.now() - started;
    else requestAnimationFrame(look);
  };
  look();
};
"""
PRESS = """(text) => {
  awaitText(text);
  document.querySelector('[role=dialog] button[type=submit]').click();
}"""


@dataclass(slots=True)
class Visit:
    """Costs of one visit; `requests` are tuples of method, path and bytes received."""

    requests: list[tuple[str, str, float]] = field(default_factory=list)
    painted_ms: float = 0
    shown_ms: float = 0
    shift: float = 0

    @property
    def kilobytes(self) -> float:
        """Kilobytes received, with headers."""
        return sum(size for _, _, size in self.requests) / KILOBYTE


def measure(folder: Path) -> list[Figure]:
    """Requests, times and layout shifts of the three visits: the median of three runs, of requests the most."""
    if not (Settings().ui_dir / "index.html").is_file():
        return [bars.CHROMEBOOK_GOALS.skipped("the UI has not been built (make setup)")]
    if find_chromium() is None:
        return [bars.CHROMEBOOK_GOALS.skipped("there is no Chromium")]
    seeded_class = seed(folder, months=3)
    server = ServerProcess(folder, environment={"GOALBUCKS_ALLOWED_HOSTS": HOST})
    try:
        login, goals, again = zip(*_measure_runs(server.port, seeded_class), strict=True)
    finally:
        server.stop()
    return [
        bars.CHROMEBOOK_LOGIN_PAINT.measured(median(visit.painted_ms for visit in login), _transfer(login)),
        bars.CHROMEBOOK_GOALS_REQUESTS.measured(_most_requests(goals), _transfer(goals)),
        bars.CHROMEBOOK_GOALS.measured(median(visit.shown_ms for visit in goals)),
        bars.CHROMEBOOK_GOALS_SHIFT.measured(median(visit.shift for visit in goals)),
        bars.CHROMEBOOK_AGAIN_REQUESTS.measured(_most_requests(again), _transfer(again)),
        bars.CHROMEBOOK_AGAIN.measured(median(visit.shown_ms for visit in again)),
        bars.CHROMEBOOK_AGAIN_SHIFT.measured(median(visit.shift for visit in again)),
    ]


def _most_requests(visits: Sequence[Visit]) -> int:
    return max(len(visit.requests) for visit in visits)


def _transfer(visits: Sequence[Visit]) -> str:
    return f"{_most_requests(visits)} requests, {median(visit.kilobytes for visit in visits):.0f} KB"


def _measure_runs(port: int, seeded_class: SeededClass) -> Iterator[tuple[Visit, Visit, Visit]]:
    here = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS, here])
        for student in seeded_class.students[:RUNS]:
            yield _measure_student(browser, port, student.username, seeded_class.code)
        browser.close()


def _measure_student(browser: Browser, port: int, username: str, code: str) -> tuple[Visit, Visit, Visit]:
    context = browser.new_context(base_url=f"http://{HOST}:{port}", viewport={"width": 1280, "height": 800})
    context.add_init_script(OBSERVE)
    page = context.new_page()
    chrome = context.new_cdp_session(page)
    chrome.send("Network.enable")
    chrome.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND,
        },
    )
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    with _record(chrome, page) as login:
        page.goto("/")
        page.get_by_role("button", name="Student Login").wait_for()
    with _record(chrome, page) as goals:
        page.get_by_role("button", name="Student Login").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Username").fill(username)
        dialog.get_by_label("Password", exact=True).fill(PASSWORD)
        dialog.get_by_label("Class Code").fill(code)
        page.evaluate("measured.painted = measured.shift = 0")
        page.evaluate(PRESS, CURRENT_GOAL)
        expect(page.get_by_text(CURRENT_GOAL).first).to_be_visible(timeout=60_000)
    page.goto("about:blank")
    context.add_init_script(f"awaitText({CURRENT_GOAL!r})")
    with _record(chrome, page) as again:
        page.goto("/")
        expect(page.get_by_text(CURRENT_GOAL).first).to_be_visible(timeout=60_000)
    context.close()
    return login, goals, again


@contextmanager
def _record(chrome: CDPSession, page: Page) -> Iterator[Visit]:
    """Record the requests that reach the server while the block runs and a moment longer."""
    visit = Visit()
    sent: dict[str, list[Any]] = {}

    def on_sent(event: dict[str, Any]) -> None:
        request = event["request"]
        if request["url"].startswith("http"):
            sent[event["requestId"]] = [request["method"], request["url"].partition(HOST)[2].partition("/")[2], 0.0]

    def on_cached(event: dict[str, Any]) -> None:
        sent.pop(event["requestId"], None)

    def on_response(event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            sent.pop(event["requestId"], None)

    def on_received(event: dict[str, Any]) -> None:
        if event["requestId"] in sent:
            sent[event["requestId"]][2] = event["encodedDataLength"]

    listeners = {
        "Network.requestWillBeSent": on_sent,
        "Network.requestServedFromCache": on_cached,
        "Network.responseReceived": on_response,
        "Network.loadingFinished": on_received,
    }
    for event, listener in listeners.items():
        chrome.on(event, listener)
    yield visit
    page.wait_for_timeout(SETTLE_MS)
    for event, listener in listeners.items():
        chrome.remove_listener(event, listener)
    visit.requests = [(method, path, size) for method, path, size in sent.values()]
    measured = page.evaluate("measured")
    visit.painted_ms, visit.shown_ms, visit.shift = measured["painted"], measured["shown"], measured["shift"]
