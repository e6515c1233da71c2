"""The real program and a real browser. The teacher uses the computer itself, the student another device."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.e2e.browser import find_chromium, write_start_script
from tests.e2e.page_actions import close_context
from tests.e2e.sample_class import SampleClass
from tests.factories.images import photo_jpeg
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

CHROMIUM = find_chromium() or "chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
IPAD: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
TIMEOUT_MS = 10_000


@pytest.fixture(scope="package")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Debian's Chromium, shared by the package's tests only: while it runs, `asyncio.run` fails in this thread."""
    script = write_start_script(tmp_path_factory.mktemp("browser"), [CHROMIUM])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=script, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    """A class with one student, in the data folder of `server` before it starts."""
    return seed(tmp_path / "data", students=1)


@pytest.fixture
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    """`goalbucks serve`, reachable from the network; without any account, unless the test requests `seeded_class`."""
    if "seeded_class" in request.fixturenames:
        request.getfixturevalue("seeded_class")
    process = ServerProcess(tmp_path / "data", host="0.0.0.0", forked=True)
    yield process
    assert process.stop() == 0


@pytest.fixture(scope="package")
def sample_class(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleClass]:
    """A sample class on a server of its own, for tests that change nothing."""
    process = ServerProcess(tmp_path_factory.mktemp("sample") / "data", host="0.0.0.0", forked=True)
    yield SampleClass(process, photo_jpeg(600, 800))
    process.stop()


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[NewPage]:
    """Creates pages, each in a browser context of its own; at the end no page may have had a script error."""
    contexts: list[BrowserContext] = []
    failures: list[str] = []

    def make(base_url: str, **options: object) -> Page:
        context = chromium.new_context(base_url=base_url, locale="en-US", **{"viewport": LAPTOP, **options})  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.on("pageerror", lambda failure: failures.append(str(failure)))
        return page

    yield make
    for context in contexts:
        close_context(context)
    assert failures == []


@pytest.fixture
def teacher_page(server: ServerProcess, new_page: NewPage) -> Page:
    """The teacher's page, on the class computer itself."""
    return new_page(server.local_url)


@pytest.fixture
def student_page(server: ServerProcess, new_page: NewPage) -> Page:
    """A student's iPad on the school's network: not a secure context."""
    return new_page(server.lan_url, viewport=IPAD, has_touch=True)
