"""A proof image on a teacher's phone: pinch with two fingers, pan, double tap."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, NewPage
from tests.e2e.page_actions import sign_in_teacher
from tests.e2e.sample_class import SampleClass

Point = tuple[float, float]
STEPS = 5
FINGER_PX = 44
PHOTO_BOX = """new Promise((resolve) => {
  const measure = () => resolve(document.querySelector('[role=dialog] img').getBoundingClientRect().toJSON());
  requestAnimationFrame(() => requestAnimationFrame(measure));
})"""
"""Pointer events are dispatched with the next frame."""


class Fingers:
    """Touches the page with several fingers, each with a number; Playwright itself has one."""

    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._down: dict[int, Point] = {}

    def press(self, *points: Point) -> None:
        """Put fingers 0, 1, ... down."""
        self._down = dict(enumerate(points))
        self._send("touchStart", self._down)

    def drag(self, *ends: Point) -> None:
        """Move the fingers that are down, each in a straight line to its end."""
        starts = self._down
        for step in range(1, STEPS + 1):
            part = step / STEPS
            self._down = {
                number: (x + part * (to_x - x), y + part * (to_y - y))
                for (number, (x, y)), (to_x, to_y) in zip(starts.items(), ends, strict=True)
            }
            self._send("touchMove", self._down)

    def lift(self, number: int) -> None:
        """Lift this finger."""
        self._send("touchEnd", {number: self._down.pop(number)})

    def double_tap(self, point: Point) -> None:
        """Tap twice with one finger."""
        for _ in range(2):
            self.press(point)
            self.lift(0)

    def _send(self, kind: str, touches: dict[int, Point]) -> None:
        points = [{"id": number, "x": x, "y": y} for number, (x, y) in touches.items()]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture
def page(sample_class: SampleClass, new_page: NewPage) -> Page:
    """The viewer with a proof image on the teacher's phone."""
    page = new_page(sample_class.server.local_url, viewport=PHONE, has_touch=True, is_mobile=True)
    sign_in_teacher(page)
    page.goto("/teacher/submissions")
    page.get_by_role("button", name="Enlarge the proof image").first.click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    return page


def part_of_photo(page: Page, point: Point) -> Point:
    """The point of the photo that is shown here, in fractions of its width and height."""
    box = page.evaluate(PHOTO_BOX)
    return (point[0] - box["x"]) / box["width"], (point[1] - box["y"]) / box["height"]


def test_two_fingers_zoom_and_move_a_photo_and_a_double_tap_fits_it_again(page: Page) -> None:
    fingers = Fingers(page)
    zoom = page.get_by_role("dialog").get_by_role("status")
    tool = page.get_by_role("button", name="Zoom in").bounding_box()
    assert tool is not None
    assert min(tool["width"], tool["height"]) >= FINGER_PX
    held = part_of_photo(page, (150, 400))
    fingers.press((110, 400), (190, 400))
    fingers.drag((50, 400), (250, 400))
    expect(zoom).to_have_text("250%")
    assert part_of_photo(page, (150, 400)) == pytest.approx(held, abs=0.005)
    fingers.drag((80, 340), (280, 340))
    assert part_of_photo(page, (180, 340)) == pytest.approx(held, abs=0.005)
    fingers.lift(1)
    held = part_of_photo(page, (80, 340))
    fingers.drag((120, 420))
    assert part_of_photo(page, (120, 420)) == pytest.approx(held, abs=0.005)
    expect(zoom).to_have_text("250%")
    fingers.lift(0)
    fingers.double_tap((195, 400))
    expect(zoom).to_have_text("100%")
    assert page.evaluate("visualViewport.scale") == 1
