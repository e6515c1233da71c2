"""The layout of the login screen, which only a browser computes."""

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.e2e.conftest import IPAD, LAPTOP, PHONE

DESKTOPS: tuple[ViewportSize, ...] = (
    {"width": 1920, "height": 1080},
    {"width": 2560, "height": 1440},
    {"width": 3440, "height": 1440},
)
SMALL: tuple[ViewportSize, ...] = (
    {"width": 320, "height": 640},
    {"width": 844, "height": 390},
    {"width": 667, "height": 375},
    {"width": 568, "height": 320},
)

# In each frame that is painted.
RECORD_PLACES = """
window.places = new Set();
const record = () => {
  for (const button of document.querySelectorAll('main button'))
    places.add(`${button.innerText} at ${button.getBoundingClientRect().y}`);
  requestAnimationFrame(record);
};
record();
"""


def test_the_buttons_never_move_however_late_the_code_of_the_sample_class_comes(teacher_page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    code = "**/assets/try-sample-class-*.js"
    teacher_page.route(code, hold)
    teacher_page.add_init_script(RECORD_PLACES)
    with teacher_page.expect_request(code):
        teacher_page.goto("/")
    teacher_page.wait_for_timeout(300)
    held[0].continue_()
    expect(teacher_page.get_by_role("button", name="Try a Sample Class")).to_be_visible()
    places = sorted(teacher_page.evaluate("() => [...places]"))
    buttons = ["English", "Set Up This Computer", "Student Login", "Teacher Login", "Try a Sample Class"]
    assert [place.split(" at ")[0] for place in places] == buttons, places


def test_the_flag_of_the_illustration_is_visible_at_every_size(student_page: Page) -> None:
    student_page.goto("/")
    student_page.get_by_role("button", name="Student Login").wait_for()
    flag, scene = student_page.get_by_test_id("summit-flag"), student_page.locator("main > svg")
    for size in (*DESKTOPS, LAPTOP, IPAD, PHONE, *SMALL):
        student_page.set_viewport_size(size)
        seen, around = flag.bounding_box(), scene.bounding_box()
        assert seen
        assert around
        assert seen["y"] >= around["y"], size
        assert seen["y"] + seen["height"] < size["height"], size
        assert 0 <= seen["x"] < seen["x"] + seen["width"] <= size["width"], size


@pytest.mark.spec("2.6")
def test_the_sentence_about_google_is_in_view_in_a_low_window(teacher_page: Page) -> None:
    teacher_page.set_viewport_size({"width": 320, "height": 480})
    teacher_page.goto("/")
    teacher_page.get_by_role("button", name="Teacher Login").click()
    teacher_page.get_by_role("button", name="Sign in with Google").click()
    sentence = "Firebase authentication is not configured. Please set up Firebase credentials."
    expect(teacher_page.get_by_role("alert")).to_have_text(sentence)
    expect(teacher_page.get_by_role("alert")).to_be_in_viewport(ratio=1)
