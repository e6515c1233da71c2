"""The table of a class: what fits on a phone, and the actions of ticked students at the window's bottom."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import LAPTOP, PHONE
from tests.e2e.gallery import Gallery, Scene, click, wait_for
from tests.e2e.page_actions import close_context
from tests.e2e.page_mocks import mock_many_rows
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import CLASS

CROWDED = Scene("class-crowded", "teacher", CLASS, (wait_for("@amara.o"),), before=mock_many_rows)
SCROLL_TO_FIRST_ROW = "row => row.scrollIntoView({ block: 'start' })"
WHOLE_ROWS = """() => {
  const top = document.querySelector('header').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
    .filter((box) => box.top >= top && box.bottom <= innerHeight).length;
}"""


@pytest.mark.spec("4.5")
def test_four_students_fit_on_a_phone(chromium: Browser, sample_class: SampleClass) -> None:
    scene = Scene("class", "teacher", CLASS, (wait_for("@amara.o"),))
    context = Gallery(chromium, sample_class).open(scene, "light", PHONE)
    page = context.pages[0]
    page.locator("tbody tr").first.evaluate(SCROLL_TO_FIRST_ROW)
    assert page.evaluate(WHOLE_ROWS) >= 4
    close_context(context)


@pytest.mark.spec("4.4")
def test_actions_of_ticked_students_stay_at_the_bottom_of_the_window(
    chromium: Browser, sample_class: SampleClass
) -> None:
    context = Gallery(chromium, sample_class).open(CROWDED, "light", LAPTOP)
    page = context.pages[0]
    bar = page.get_by_role("group", name="Selected students")
    expect(bar).to_have_count(0)
    click("Select Amara Okafor", "checkbox")(page)
    for position in ("0", "document.body.scrollHeight / 2"):
        page.evaluate(f"scrollTo(0, {position})")
        expect(bar.get_by_role("button", name="Assign Goal")).to_be_in_viewport(ratio=1)
        expect(bar.get_by_role("button", name="Award GoalBucks")).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name="Clear").click()
    expect(bar).to_have_count(0)
    close_context(context)
