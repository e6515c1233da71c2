"""A school's database becomes unreachable while people work, and comes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.database.migrate import migrate
from tests.e2e.conftest import NewPage
from tests.factories.passwords import PASSWORD
from tests.factories.postgresql import PostgreSQLServer
from tests.factories.seeded import SeededClass, seed_school_database
from tests.factories.server_process import ServerProcess

pytestmark = pytest.mark.long  # quick tests: ui/src/api/connection.test.ts, ui/src/app/live-updates.test.tsx

BANNER = "The school\u2019s server can't reach its database. Trying again..."
NO_DATABASE = "GoalBucks can't reach the school's database right now. Please try again in a moment."


@pytest.fixture
def database() -> Iterator[PostgreSQLServer]:
    """A PostgreSQL server that the test may stop."""
    database = PostgreSQLServer()
    yield database
    database.close()


@pytest.fixture
def seeded_class(database: PostgreSQLServer) -> SeededClass:
    url = database.create_database("school")
    migrate(url)
    return seed_school_database(url, students=2)


@pytest.fixture
def server(database: PostgreSQLServer, tmp_path: Path) -> Iterator[ServerProcess]:
    """The school's server on that database."""
    environment = {"GOALBUCKS_DATABASE_URL": database.url("school"), "GOALBUCKS_SCHOOL": "1"}
    server = ServerProcess(tmp_path, host="0.0.0.0", environment=environment, forked=True)
    yield server
    assert server.stop() == 0


@pytest.fixture
def teacher(seeded_class: SeededClass, server: ServerProcess, new_page: NewPage) -> Page:
    """The teacher's page, on another device."""
    page = new_page(server.lan_url)
    page.goto("/")
    page.get_by_role("button", name="Teacher Login").click()
    page.get_by_label("Email").fill(seeded_class.teacher_email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name="Teacher Login").click()
    page.get_by_role("link", name="View Goals").first.wait_for()
    return page


def test_during_a_database_outage_open_pages_show_it_lose_nothing_and_recover(
    teacher: Page, database: PostgreSQLServer
) -> None:
    loading = teacher.context.new_page()
    teacher.get_by_role("button", name="Create Class").first.click()
    teacher.get_by_label("Class Name").fill("Science")
    database.stop()
    # An action is refused with the server's message and can be repeated.
    create = teacher.get_by_role("dialog").get_by_role("button", name="Create Class")
    create.click()
    for text in ("Failed to create class. Please try again.", NO_DATABASE):
        expect(teacher.get_by_text(text).first).to_be_visible()
    expect(teacher.get_by_text(BANNER)).to_be_visible()
    # A page opened now shows the banner too.
    loading.goto(teacher.url)
    expect(loading.get_by_text(f"{NO_DATABASE} This page does so by itself.")).to_be_visible()
    expect(loading.get_by_text(BANNER)).to_be_visible()
    requested: list[str] = []
    loading.on("request", lambda request: requested.append(request.url.partition("/api/")[2]))
    loading.wait_for_event("request", lambda request: request.url.endswith("/api/health"))
    loading.wait_for_event("request", lambda request: request.url.endswith("/api/health"))
    assert set(requested) == {"health"}
    database.start()
    loading.get_by_role("link", name="View Goals").first.wait_for()
    expect(loading.get_by_text(BANNER)).to_have_count(0)
    expect(teacher.get_by_text(BANNER)).to_have_count(0)
    expect(teacher.get_by_label("Class Name")).to_have_value("Science")
    create.click()
    expect(teacher.get_by_role("heading", level=1, name="Science")).to_be_visible()
