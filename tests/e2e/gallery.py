"""Opens screens in given states, for axe and `make screens`; the scenes are in scenes.py."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize, expect

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
