"""Open pages recover: after a server restart, after being hidden, and after the student was deleted."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, Request, expect

from server.security.sessions import SESSION_COOKIE
from tests.e2e.conftest import IPAD, NewPage
from tests.e2e.page_actions import expect_toast, use_session
from tests.factories.seeded import CURRENT_GOAL, SeededClass, seed
from tests.factories.server_process import ServerProcess

OFFLINE = "Can't reach the class computer. Trying again..."
RECOVERY_MS = 10_000
HIDE = """
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
"""
SHOW = """
    delete document.visibilityState;
    document.dispatchEvent(new Event('visibilitychange'));
"""


class RestartableServer:
    """A server that can be stopped and restarted at its address."""

    def __init__(self, data_dir: Path) -> None:
        self.seeded_class: SeededClass = seed(data_dir)
        self.process = ServerProcess(data_dir, host="0.0.0.0", forked=True)

    def stop(self) -> None:
        assert self.process.stop() == 0

    def start(self) -> None:
        """Start it at the same address."""
        self.process = ServerProcess(self.process.data_dir, host="0.0.0.0", port=self.process.port, forked=True)

    def write(self, statement: str, *values: object) -> None:
        """Change the database without an event to open pages."""
        with sqlite3.connect(self.process.data_dir / "goalbucks.db") as database:
            database.execute(statement, values)
        database.close()


class WatchedPage:
    """A page whose reloads and event streams are recorded."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.opened: list[Request] = []
        self.closed: list[Request] = []
        page.on("request", self._record(self.opened))
        page.on("requestfailed", self._record(self.closed))
        page.on("requestfinished", self._record(self.closed))

    @staticmethod
    def _record(requests: list[Request]) -> Callable[[Request], None]:
        return lambda request: requests.append(request) if request.url.endswith("/api/events") else None

    def start_watching(self) -> None:
        """Forbid reloads from here on."""
        self.page.evaluate("window.stillHere = true")

    @property
    def is_same_document(self) -> bool:
        """Whether the page was never reloaded."""
        return bool(self.page.evaluate("window.stillHere === true"))

    @property
    def open_streams(self) -> int:
        """Number of open streams."""
        self.page.wait_for_timeout(300)
        return len(self.opened) - len(self.closed)


@pytest.fixture
def restartable(tmp_path: Path) -> Iterator[RestartableServer]:
    """A server with a class of thirty."""
    restartable = RestartableServer(tmp_path / "data")
    yield restartable
    restartable.process.stop()


@pytest.fixture
def watched_page(restartable: RestartableServer, new_page: NewPage) -> WatchedPage:
    """A student's page on My Goals."""
    page = new_page(restartable.process.lan_url, viewport=IPAD, has_touch=True)
    watched = WatchedPage(page)
    use_session(page, restartable.process.lan_url, restartable.seeded_class.students[0].token)
    page.goto("/student")
    expect(page.get_by_role("heading", level=3, name=CURRENT_GOAL)).to_be_visible()
    watched.start_watching()
    return watched


def test_open_pages_survive_a_server_restart_and_show_what_changed_meanwhile(
    restartable: RestartableServer, watched_page: WatchedPage, new_page: NewPage
) -> None:
    teacher_page = new_page(restartable.process.local_url)
    use_session(teacher_page, restartable.process.local_url, restartable.seeded_class.teacher_token)
    teacher_page.goto("/")
    teacher_page.get_by_role("row").filter(has_text="@amara.0").get_by_role("link", name="View Goals").click()
    teacher_page.get_by_role("button", name="Assign Goal").first.click()
    dialog = teacher_page.get_by_role("dialog")
    dialog.get_by_label("Goal name").fill("Water the class plants")
    dialog.get_by_label("GoalBucks").fill("15")
    watched_page.page.get_by_role("button", name="Submit Goal").first.click()
    text_field = watched_page.page.get_by_role("dialog").get_by_label("Text description")
    text_field.fill("My poster shows a volcano.")

    restartable.stop()
    for page in (teacher_page, watched_page.page):
        expect(page.get_by_text(OFFLINE)).to_be_visible()
    dialog.get_by_role("button", name="Assign").click()
    expect(teacher_page.get_by_text("nobody knows yet whether it got the goal")).to_be_visible()
    restartable.write(
        "UPDATE goals SET name = 'Bring your poster on Friday' WHERE id = ?",
        restartable.seeded_class.students[0].goal_id,
    )
    restartable.start()

    for page in (teacher_page, watched_page.page):
        expect(page.get_by_text(OFFLINE)).to_be_hidden(timeout=RECOVERY_MS)
    expect(text_field).to_have_value("My poster shows a volcano.")
    watched_page.page.get_by_role("dialog").get_by_role("button", name="Submit Goal").click()
    expect_toast(watched_page.page, "Goal submitted!")
    expect(watched_page.page.get_by_role("heading", level=3, name="Bring your poster on Friday")).to_be_visible()
    expect(dialog.get_by_label("Goal name")).to_have_value("Water the class plants")
    dialog.get_by_role("button", name="Assign").click()
    expect_toast(teacher_page, "Goal assigned")
    expect(watched_page.page.get_by_role("heading", level=3, name="Water the class plants")).to_be_visible()
    assert watched_page.is_same_document


def test_a_hidden_page_closes_its_event_stream_and_refetches_when_shown(
    restartable: RestartableServer, watched_page: WatchedPage
) -> None:
    assert watched_page.open_streams == 1
    watched_page.page.evaluate(HIDE)
    assert watched_page.open_streams == 0
    restartable.write(
        "UPDATE goals SET name = 'Read a chapter' WHERE id = ?", restartable.seeded_class.students[0].goal_id
    )
    watched_page.page.evaluate(SHOW)
    expect(watched_page.page.get_by_role("heading", level=3, name="Read a chapter")).to_be_visible()
    assert watched_page.open_streams == 1
    assert watched_page.is_same_document


def test_deleting_a_signed_in_student_signs_the_open_page_out(
    restartable: RestartableServer, watched_page: WatchedPage
) -> None:
    teacher = {SESSION_COOKIE: restartable.seeded_class.teacher_token}
    httpx2.delete(
        f"{restartable.process.local_url}/api/students/{restartable.seeded_class.students[0].id}", cookies=teacher
    )
    ended = watched_page.page.get_by_text("Your session has ended. Please sign in again.")
    expect(ended).to_be_visible()
    assert watched_page.open_streams == 0
