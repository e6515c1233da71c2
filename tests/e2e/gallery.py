"""Opens screens in given states, for axe and `make screens`; the scenes are in scenes.py."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, Route, StorageState, ViewportSize, expect

from server.texts.language import STUDENT_LANGUAGES, TEACHER_LANGUAGES
from tests.e2e.conftest import IPAD, LAPTOP, PHONE, TIMEOUT_MS
from tests.e2e.page_actions import NewStudent, sign_in_student
from tests.e2e.sample_class import AMARA, EMAIL, NEW_EMAIL, NEWCOMER, SampleClass
from tests.factories.passwords import PASSWORD

Viewer = Literal[
    "visitor",
    "visiting teacher",
    "teacher",
    "student",
    "new teacher",
    "new student",
    "sample teacher",
    "sample student",
    "substitute",
]
"""Visitors aren't signed in. The new users have no data yet: their screens are empty. Those of the sample class are in
the one that the product makes."""
Theme = Literal["light", "dark"]
Language = str
LANGUAGES: tuple[Language, ...] = TEACHER_LANGUAGES
"""Those of every screen."""
STUDENT_VIEWERS: frozenset[Viewer] = frozenset(("visitor", "student", "new student", "sample student"))
Step = Callable[[Page], None]
Name = str | re.Pattern[str]

NARROW: ViewportSize = {"width": 320, "height": 640}
SIZES: dict[str, ViewportSize] = {"laptop": LAPTOP, "ipad": IPAD, "phone": PHONE, "narrow": NARROW}
API_PATTERN = "**/api/**"
LIST_PATTERN = re.compile(r"/api/(?!auth|events|health|classrooms$)(?!.*/image)")
FAILURE = '{"error": "Something went wrong on the class computer. Please try again.", "code": "internal"}'
JSON_TYPE = "{ 'content-type': 'application/json' }"
ALL_BUT_SESSION = r"\/api\/(?!auth|events|health)"
"""Paths of all calls that a page can open without: not session, events and health."""
ALL_BUT_CLASSES = r"\/api\/(?!auth|events|health|classrooms$)"
MANY_ROWS = 40
LONG_NAME = "A name that is as long as the names of people and things get"
TRANSITION_MS = 300
"""Duration after which transitions have ended."""
FORGET_LANGUAGE = "localStorage.removeItem('language')"
CHOOSE_LANGUAGE = """(language) => {
  localStorage.setItem('language', language);
  dispatchEvent(new StorageEvent('storage', { key: 'language' }));
}"""
"""What a choice in another tab does."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen in a state: who sees it, its path, and the steps that lead to the state.

    `path` may contain the placeholders of `Gallery._path`. `before` runs before the page is opened.
    `narrow`: exists only below 1024 px. `page`: a page in its usual state.
    `for_teachers`: for teachers although nobody is signed in.
    """

    name: str
    viewer: Viewer
    path: str
    steps: tuple[Step, ...] = ()
    before: Step | None = None
    narrow: bool = False
    page: bool = False
    for_teachers: bool = False

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages in which the screen exists."""
        is_students = self.viewer in STUDENT_VIEWERS and not self.for_teachers
        return STUDENT_LANGUAGES if is_students else TEACHER_LANGUAGES


def click(name: Name, role: Literal["button", "tab", "link", "menuitem", "checkbox", "option"] = "button") -> Step:
    """Click the control of this name, the first visible one if there are several."""
    return lambda page: page.get_by_role(role, name=name).filter(visible=True).first.click()


def fill(label: Name, text: str) -> Step:
    """Fill the field with this label, in the dialog if one is open."""
    return lambda page: page.get_by_label(label).filter(visible=True).last.fill(text)


def click_text(text: str) -> Step:
    return lambda page: page.get_by_text(text).filter(visible=True).first.click()


def wait_for(text: Name) -> Step:
    """Wait until this text is visible."""
    return lambda page: expect(page.get_by_text(text).filter(visible=True).first).to_be_visible()


PENDING = "new Promise(() => {})"
SERVER_ERROR = f"Promise.resolve(new Response({FAILURE!r}, {{ status: 500, headers: {JSON_TYPE} }}))"


def leave_calls_pending(page: Page) -> None:
    """Leave every call unanswered."""
    _replace_fetch(page, PENDING, ALL_BUT_SESSION)


def fail_calls(page: Page) -> None:
    """Make every call fail with a server error."""
    _replace_fetch(page, SERVER_ERROR, ALL_BUT_SESSION)


def leave_data_pending(page: Page) -> None:
    """Leave every call but the list of classes unanswered."""
    _replace_fetch(page, PENDING, ALL_BUT_CLASSES)


def fail_data(page: Page) -> None:
    """Make every call but the list of classes fail with a server error."""
    _replace_fetch(page, SERVER_ERROR, ALL_BUT_CLASSES)


def leave_import_pending(page: Page) -> None:
    """Leave the import of a class list unanswered."""
    _replace_fetch(page, PENDING, r"\/roster$")


def _replace_fetch(page: Page, result: str, pattern: str) -> None:
    """Replace `fetch` in the page: paths that match the pattern get `result`, a JavaScript promise."""
    page.add_init_script(f"""
      const originalFetch = window.fetch;
      window.fetch = (resource, options) =>
        /{pattern}/.test(resource.url ?? resource) ? {result} : originalFetch(resource, options);""")


def fail_changes(page: Page) -> None:
    """Make every write fail with a server error."""

    def respond(route: Route) -> None:
        if route.request.method == "GET":
            route.continue_()
        else:
            route.fulfill(status=500, content_type="application/json", body=FAILURE)

    page.route(API_PATTERN, respond)


def disconnect_server(page: Page) -> None:
    """Make the server unreachable and wait until the page shows it."""
    page.route(API_PATTERN, lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("Can't reach the class computer. Trying again...")).to_be_visible()


def mock_many_rows(page: Page) -> None:
    """Repeat the rows of every list but the classes up to `MANY_ROWS`; every third row has a long name."""

    def respond(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        if route.request.url.endswith("/home"):
            body |= {part: _repeat_rows(rows) for part, rows in body.items() if isinstance(rows, list) and rows}
        elif isinstance(body, list) and body:
            body = _repeat_rows(body)
        route.fulfill(response=response, body=json.dumps(body))

    page.route(LIST_PATTERN, respond)


def _repeat_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = ("firstName", "studentName", "name", "goalName", "itemName", "suggestedName", "lastGoalName", "description")
    repeated = []
    for number in range(max(MANY_ROWS, len(rows))):
        row = dict(rows[number % len(rows)])
        if number >= len(rows):
            row |= {key: f"{number}" for key in ("id", "assignmentId") if row.get(key)}
        long = dict.fromkeys((name for name in names if row.get(name)), LONG_NAME) if number % 3 == 1 else {}
        repeated.append(row | long)
    return repeated


RECENT_AWARDS = (
    (5, "Helped a friend"),
    (2, "On task"),
    (3, "Kind words"),
    (10, "Great teamwork"),
    (2, "Tidy table"),
    (5, "Tried again"),
)


def mock_recent_awards(page: Page) -> None:
    """Mock six recent awards, and giving one of them again."""
    _mock_awards(page, [{"amount": amount, "reason": reason} for amount, reason in RECENT_AWARDS])


def mock_long_awards(page: Page) -> None:
    """Mock six recent awards with long reasons and large amounts."""
    _mock_awards(page, [{"amount": 1_000_000 - number, "reason": f"{LONG_NAME} {number}"} for number in range(6)])


def _mock_awards(page: Page, awards: list[dict[str, object]]) -> None:
    page.route("**/api/goalbucks/awards/recent/*", lambda route: route.fulfill(json=awards))
    page.route(
        "**/api/goalbucks/award", lambda route: route.fulfill(status=201, json={"count": 1, "assignmentId": "a"})
    )


def fail_awards(page: Page) -> None:
    """Mock six recent awards, none of which can be given."""
    mock_recent_awards(page)
    page.route(
        "**/api/goalbucks/award", lambda route: route.fulfill(status=500, content_type="application/json", body=FAILURE)
    )


def lose_awards(page: Page) -> None:
    """Mock six recent awards; the response to giving one is lost."""
    mock_recent_awards(page)
    page.route("**/api/goalbucks/award", lambda route: route.abort())


def mock_marking_done(page: Page) -> None:
    """Mock marking goals as done, which changes nothing."""
    page.route("**/api/goals/complete", lambda route: route.fulfill(json={"count": 1}))


def complete_one_meanwhile(page: Page) -> None:
    """Refuse to mark goals as done; from the first attempt on one more goal of each assignment is completed."""
    attempts: list[Route] = []
    body = '{"error": "This goal is already completed.", "code": "already_completed"}'

    def refuse(route: Route) -> None:
        attempts.append(route)
        route.fulfill(status=409, content_type="application/json", body=body)

    def list_goals(route: Route) -> None:
        response = route.fetch()
        goals = response.json()
        if attempts:
            current = next(goal for goal in goals if goal["status"] == "current")
            current |= {"status": "completed", "completedAt": current["createdAt"], "submissionPending": False}
        route.fulfill(response=response, body=json.dumps(goals))

    page.route("**/api/goals/complete", refuse)
    page.route(re.compile(r"/api/assignments/(?!teacher)"), list_goals)


def mock_removed_photos(page: Page) -> None:
    """Remove the photos of records and portfolios, as the retention period does."""
    removed = {"imageUrl": None, "imageRemovedAt": "2026-11-12T10:00:00Z", "preview": None}

    def respond(route: Route) -> None:
        response = route.fetch()
        rows = [row | removed if row["imageUrl"] else row for row in response.json()]
        route.fulfill(response=response, body=json.dumps(rows))

    page.route(re.compile(r"/api/(goals/[^/]+/submissions|submissions/student/[^/]+/portfolio)"), respond)


def raise_prices_at_purchase(page: Page) -> None:
    """Refuse purchases; from the first attempt on each item costs 5 more."""
    attempts: list[Route] = []
    body = '{"error": "The price has changed.", "code": "price_changed"}'

    def refuse(route: Route) -> None:
        attempts.append(route)
        route.fulfill(status=409, content_type="application/json", body=body)

    def list_items(route: Route) -> None:
        response = route.fetch()
        increase = 5 if attempts else 0
        raised = [item | {"goalbucksCost": item["goalbucksCost"] + increase} for item in response.json()]
        route.fulfill(response=response, body=json.dumps(raised))

    page.route("**/api/purchases", refuse)
    page.route("**/api/store/classroom/*", list_items)


def clear_seen_celebrations(page: Page) -> None:
    """Delete from the browser's storage which reached goals it has celebrated."""
    page.add_init_script("""
      for (const key of Object.keys(localStorage)) if (key !== 'temp_user') localStorage.removeItem(key)""")


def mock_nearby_servers(page: Page) -> None:
    """Mock this and two other class computers on the network, two of them with long names and many classes."""
    long = {"teacher": LONG_NAME, "classes": [LONG_NAME] * 6}
    short = {"teacher": "Ben Osei", "classes": ["Art", "Pottery"], "url": "http://192.168.1.30:8080"}
    doors = {"here": long, "nearby": [short, long | {"url": "http://192.168.1.31:8080"}]}
    page.route("**/api/network/doors", lambda route: route.fulfill(json=doors))


def mock_new_computer(page: Page) -> None:
    """Mock a class computer without accounts."""
    no_accounts = {"here": {"teacher": None, "classes": []}, "nearby": []}
    page.route("**/api/network/doors", lambda route: route.fulfill(json=no_accounts))

    def respond(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=json.dumps(response.json() | {"setupNeeded": True}))

    page.route("**/api/auth/config", respond)


def mock_remote_settings(page: Page) -> None:
    """Mock the settings as another device gets them from a school's server."""

    def respond(route: Route) -> None:
        response = route.fetch()
        changes: dict[str, object] = {"teacherFromNetwork": True, "teacherFromNetworkFixed": True, "changeable": False}
        changes |= {"dataFolder": None, "canShowLogs": False}
        route.fulfill(response=response, body=json.dumps(response.json() | changes))

    page.route("**/api/settings", respond)


def show_at(page: Page, theme: Theme, size: ViewportSize) -> None:
    """Show the same page in another theme and size, with touch on everything smaller than a laptop."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": size != LAPTOP, "maxTouchPoints": 5})
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(size)
    page.wait_for_timeout(TRANSITION_MS // 2)


def show_in(page: Page, language: Language) -> None:
    """Show the same page in another language, until it is loaded again."""
    page.evaluate(CHOOSE_LANGUAGE, language)
    expect(page.locator("html")).to_have_attribute("lang", language)


class Gallery:
    """Opens scenes of one sample class, in English; each user signs in once."""

    def __init__(self, browser: Browser, sample: SampleClass) -> None:
        self._browser = browser
        self._sample = sample
        self._signed_in: dict[Viewer, StorageState] = {}

    def open(self, scene: Scene, theme: Theme, size: ViewportSize) -> BrowserContext:
        """Open the scene in a new browser context; the caller closes it."""
        context = self.new_context(scene.viewer, theme, size)
        self.open_in(context.new_page(), scene)
        return context

    def open_in(self, page: Page, scene: Scene, opened: Step | None = None) -> None:
        """Open the scene in a page of a context for its viewer. `opened` runs before the scene's steps."""
        page.set_default_timeout(TIMEOUT_MS)
        if scene.before is not None:
            scene.before(page)
        page.goto(self._path(scene))
        expect(page.locator("h1").first).to_be_attached()
        if opened is not None:
            opened(page)
        for step in scene.steps:
            step(page)
        page.wait_for_timeout(TRANSITION_MS)

    def _path(self, scene: Scene) -> str:
        return scene.path.format(
            class_id=self._sample.classroom["id"],
            empty_class_id=self._sample.empty_classroom["id"],
            class_code=self._sample.classroom["classCode"],
            student_id=self._sample.students[0]["id"],
            new_student_id=self._sample.newcomer["id"],
        )

    def new_context(self, viewer: Viewer, theme: Theme, size: ViewportSize) -> BrowserContext:
        """Create a browser context in which this viewer is signed in; the caller closes it."""
        server = self._sample.server
        context = self._browser.new_context(
            base_url=server.local_url if "teacher" in viewer or viewer == "substitute" else server.lan_url,
            locale="en-US",
            color_scheme=theme,
            reduced_motion="reduce",
            viewport=size,
            has_touch=size != LAPTOP,
            storage_state=self._state(viewer),
        )
        context.add_init_script(FORGET_LANGUAGE)
        return context

    def _state(self, viewer: Viewer) -> StorageState | None:
        if viewer in ("visitor", "visiting teacher"):
            return None
        if viewer not in self._signed_in:
            self._signed_in[viewer] = self._sign_in(viewer)
        return self._signed_in[viewer]

    def _sign_in(self, viewer: Viewer) -> StorageState:
        server, sample = self._sample.server, self._sample
        people: dict[Viewer, tuple[NewStudent, str]] = {
            "student": (AMARA, sample.classroom["classCode"]),
            "new student": (NEWCOMER, sample.science_club["classCode"]),
        }
        if viewer == "sample student":
            code = sample.open_product_sample()
            people["sample student"] = (NewStudent("Amara", "Okafor", "amara.o", code), code)
        context = self._browser.new_context(base_url=server.lan_url if viewer in people else server.local_url)
        page = context.new_page()
        if viewer in people:
            sign_in_student(page, *people[viewer])
            # Close celebrations and news, so that they don't appear in the scenes.
            expect(
                page.get_by_text(re.compile("goals achieved!|No completed goals yet|^Completed Goals")).first
            ).to_be_visible()
            page.wait_for_timeout(TRANSITION_MS)
            while (close := page.get_by_role("button", name="Close").first).is_visible():
                close.click()
        elif viewer == "substitute":
            page.goto("/")
            body = {"code": sample.make_substitute_code(), "name": "Dana Cho"}
            user = page.request.post("/api/auth/substitute", data=body).json()["user"]
            page.evaluate("user => localStorage.setItem('temp_user', JSON.stringify(user))", user)
        elif viewer == "sample teacher":
            page.goto("/")
            page.get_by_role("button", name="Try a Sample Class").click()
            page.wait_for_url("**/teacher/class/*")
        else:
            page.goto("/")
            page.get_by_role("button", name="Teacher Login").click()
            page.get_by_label("Email").fill(EMAIL if viewer == "teacher" else NEW_EMAIL)
            page.get_by_label("Password", exact=True).fill(PASSWORD)
            page.keyboard.press("Enter")
            page.wait_for_url("**/teacher/*")
        state = context.storage_state()
        context.close()
        return state
