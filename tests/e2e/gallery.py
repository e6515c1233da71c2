"""Opens a screen in a state, for axe and for `make screens`. The scenes are in `scenes`."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, Route, StorageState, ViewportSize, expect

from tests.e2e.conftest import IPAD, LAPTOP, PHONE, TIMEOUT_MS
from tests.e2e.page_actions import PASSWORD, NewStudent, sign_in_student
from tests.e2e.sample_class import AMARA, EMAIL, NEW_EMAIL, NEWCOMER, SampleClass

Viewer = Literal["visitor", "visiting teacher", "teacher", "student", "new teacher", "new student"]
"""Visitors aren't signed in. The new users have no data yet: their screens are empty."""
Theme = Literal["light", "dark"]
Step = Callable[[Page], None]
Name = str | re.Pattern[str]

SIZES: dict[str, ViewportSize] = {"laptop": LAPTOP, "ipad": IPAD, "phone": PHONE}
API_PATTERN = "**/api/**"
LIST_PATTERN = re.compile(r"/api/(?!auth|events|health|classrooms$)(?!.*/image)")
FAILURE = '{"error": "Something went wrong on the class computer. Please try again.", "code": "internal"}'
JSON_TYPE = "{ 'content-type': 'application/json' }"
ALL_BUT_SESSION = r"\/api\/(?!auth|events|health)"
"""All calls but the session and the event stream, without which no page opens."""
ALL_BUT_CLASSES = r"\/api\/(?!auth|events|health|classrooms$)"
MANY_ROWS = 40
LONG_NAME = "A name that is as long as the names of people and things get"
TRANSITION_MS = 300
"""Time for transitions to end."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen in a state: who sees it, its path, and the steps that lead to the state.

    `path` may contain the placeholders of `Gallery._path`. `before` runs before the page is opened.
    `narrow`: exists only below 1024 px. `page`: a page in its usual state.
    """

    name: str
    viewer: Viewer
    path: str
    steps: tuple[Step, ...] = ()
    before: Step | None = None
    narrow: bool = False
    page: bool = False


def click(name: Name, role: Literal["button", "tab", "link", "menuitem", "checkbox"] = "button") -> Step:
    """Click the control of this name, the first visible one if there are several."""
    return lambda page: page.get_by_role(role, name=name).filter(visible=True).first.click()


def fill(label: Name, text: str) -> Step:
    """Fill the field with this label, in the dialog if one is open."""
    return lambda page: page.get_by_label(label).filter(visible=True).last.fill(text)


def click_text(text: str) -> Step:
    """Click this text."""
    return lambda page: page.get_by_text(text).filter(visible=True).first.click()


def shows(text: Name) -> Step:
    """Wait until this text is visible."""
    return lambda page: expect(page.get_by_text(text).filter(visible=True).first).to_be_visible()


NEVER = "new Promise(() => {})"
REFUSAL = f"Promise.resolve(new Response({FAILURE!r}, {{ status: 500, headers: {JSON_TYPE} }}))"


def all_pending(page: Page) -> None:
    """No call is answered."""
    _replace_fetch(page, NEVER, ALL_BUT_SESSION)


def all_failing(page: Page) -> None:
    """Every call fails with a server error."""
    _replace_fetch(page, REFUSAL, ALL_BUT_SESSION)


def data_pending(page: Page) -> None:
    """Only the classes are answered."""
    _replace_fetch(page, NEVER, ALL_BUT_CLASSES)


def data_failing(page: Page) -> None:
    """The classes are answered, every other call fails with a server error."""
    _replace_fetch(page, REFUSAL, ALL_BUT_CLASSES)


def _replace_fetch(page: Page, answer: str, asked: str) -> None:
    """Replace `fetch` in the page."""
    page.add_init_script(f"""
      const ask = window.fetch;
      window.fetch = (asked, options) => (/{asked}/.test(asked.url ?? asked) ? {answer} : ask(asked, options));""")


def changes_failing(page: Page) -> None:
    """Reads succeed, every change fails with a server error."""

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            route.continue_()
        else:
            route.fulfill(status=500, content_type="application/json", body=FAILURE)

    page.route(API_PATTERN, answer)


def server_unreachable(page: Page) -> None:
    """The server becomes unreachable, and the page has noticed."""
    page.route(API_PATTERN, lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("Can't reach the class computer. Trying again...")).to_be_visible()


def many_rows(page: Page) -> None:
    """Every list has forty rows, every third with a very long name; classes stay unchanged."""

    def answer(route: Route) -> None:
        answered = route.fetch()
        rows = answered.json()
        route.fulfill(response=answered, body=json.dumps(_forty(rows) if isinstance(rows, list) and rows else rows))

    page.route(LIST_PATTERN, answer)


def _forty(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = ("firstName", "studentName", "name", "goalName", "itemName", "suggestedName", "lastGoalName", "description")
    many = []
    for number in range(max(MANY_ROWS, len(rows))):
        row = dict(rows[number % len(rows)])
        if number >= len(rows):
            row |= {key: f"{number}" for key in ("id", "assignmentId") if row.get(key)}
        long = dict.fromkeys((name for name in names if row.get(name)), LONG_NAME) if number % 3 == 1 else {}
        many.append(row | long)
    return many


def price_changed(page: Page) -> None:
    """Each item costs 5 more from the moment of the first purchase attempt."""
    wanted: list[Route] = []
    body = '{"error": "The price has changed.", "code": "price_changed"}'

    def refuse(route: Route) -> None:
        wanted.append(route)
        route.fulfill(status=409, content_type="application/json", body=body)

    def list_items(route: Route) -> None:
        answer = route.fetch()
        more = 5 if wanted else 0
        dearer = [item | {"goalbucksCost": item["goalbucksCost"] + more} for item in answer.json()]
        route.fulfill(response=answer, body=json.dumps(dearer))

    page.route("**/api/purchases", refuse)
    page.route("**/api/store/classroom/*", list_items)


def celebrations_unseen(page: Page) -> None:
    """This device hasn't shown the reached goals yet."""
    page.add_init_script("""
      for (const key of Object.keys(localStorage)) if (key !== 'temp_user') localStorage.removeItem(key)""")


def other_servers_nearby(page: Page) -> None:
    """Two other class computers on the network; a long teacher's name with the maximum number of class names."""
    long = {"teacher": LONG_NAME, "classes": [LONG_NAME] * 6}
    short = {"teacher": "Ben Osei", "classes": ["Art", "Pottery"], "url": "http://192.168.1.30:8080"}
    doors = {"here": long, "nearby": [short, long | {"url": "http://192.168.1.31:8080"}]}
    page.route("**/api/network/doors", lambda route: route.fulfill(json=doors))


def new_computer(page: Page) -> None:
    """No account exists on the class computer."""
    nobody = {"here": {"teacher": None, "classes": []}, "nearby": []}
    page.route("**/api/network/doors", lambda route: route.fulfill(json=nobody))

    def answer(route: Route) -> None:
        answered = route.fetch()
        route.fulfill(response=answered, body=json.dumps(answered.json() | {"setupNeeded": True}))

    page.route("**/api/auth/config", answer)


def from_other_device(page: Page) -> None:
    """The settings as another device gets them, on a school's server."""

    def answer(route: Route) -> None:
        answered = route.fetch()
        told: dict[str, object] = {"teacherFromNetwork": True, "teacherFromNetworkFixed": True, "changeable": False}
        told |= {"dataFolder": None, "canShowLogs": False}
        route.fulfill(response=answered, body=json.dumps(answered.json() | told))

    page.route("**/api/settings", answer)


def show_at(page: Page, theme: Theme, size: ViewportSize) -> None:
    """Show the same page in another theme and size, with touch on everything smaller than a laptop."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": size != LAPTOP, "maxTouchPoints": 5})
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size(size)
    page.wait_for_timeout(TRANSITION_MS // 2)


class Gallery:
    """Opens scenes of one sample class; each user signs in once."""

    def __init__(self, browser: Browser, sample: SampleClass) -> None:
        self._browser = browser
        self._sample = sample
        self._signed_in: dict[Viewer, StorageState] = {}

    def open(self, scene: Scene, theme: Theme, size: ViewportSize) -> BrowserContext:
        """Open the scene in a new browser context, which the caller closes."""
        context = self.new_context(scene.viewer, theme, size)
        self.open_in(context, scene)
        return context

    def open_in(self, context: BrowserContext, scene: Scene) -> Page:
        """Open the scene in a new page of a context for its viewer."""
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        if scene.before is not None:
            scene.before(page)
        page.goto(self._path(scene))
        expect(page.locator("h1").first).to_be_attached()
        for step in scene.steps:
            step(page)
        page.wait_for_timeout(TRANSITION_MS)
        return page

    def _path(self, scene: Scene) -> str:
        return scene.path.format(
            class_id=self._sample.classroom["id"],
            empty_class_id=self._sample.empty_classroom["id"],
            class_code=self._sample.classroom["classCode"],
            student_id=self._sample.students[0]["id"],
            new_student_id=self._sample.newcomer["id"],
        )

    def new_context(self, who: Viewer, theme: Theme, size: ViewportSize) -> BrowserContext:
        """A browser context in which this viewer is signed in; the caller closes it."""
        server = self._sample.server
        return self._browser.new_context(
            base_url=server.local_url if "teacher" in who else server.lan_url,
            locale="en-US",
            color_scheme=theme,
            reduced_motion="reduce",
            viewport=size,
            has_touch=size != LAPTOP,
            storage_state=self._state(who),
        )

    def _state(self, who: Viewer) -> StorageState | None:
        if who in ("visitor", "visiting teacher"):
            return None
        if who not in self._signed_in:
            self._signed_in[who] = self._sign_in(who)
        return self._signed_in[who]

    def _sign_in(self, who: Viewer) -> StorageState:
        server, sample = self._sample.server, self._sample
        people: dict[Viewer, tuple[NewStudent, str]] = {
            "student": (AMARA, sample.classroom["classCode"]),
            "new student": (NEWCOMER, sample.science_club["classCode"]),
        }
        context = self._browser.new_context(base_url=server.lan_url if who in people else server.local_url)
        page = context.new_page()
        if who in people:
            sign_in_student(page, *people[who])
            # Close celebrations and news, so that they don't appear in the scenes.
            expect(page.get_by_text(re.compile("goals achieved!|No completed goals yet")).first).to_be_visible()
            page.wait_for_timeout(TRANSITION_MS)
            while (close := page.get_by_role("button", name="Close").first).is_visible():
                close.click()
        else:
            page.goto("/")
            page.get_by_role("button", name="Teacher Login").click()
            page.get_by_label("Email").fill(EMAIL if who == "teacher" else NEW_EMAIL)
            page.get_by_label("Password", exact=True).fill(PASSWORD)
            page.keyboard.press("Enter")
            page.wait_for_url("**/teacher/*")
        state = context.storage_state()
        context.close()
        return state
