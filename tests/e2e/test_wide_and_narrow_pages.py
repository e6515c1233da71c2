"""Parts of pages that certain window sizes once cut or wrapped."""

from playwright.sync_api import Browser, ViewportSize, expect

from tests.e2e.conftest import IPAD, LAPTOP
from tests.e2e.gallery import Gallery, Scene, show_in, wait_for
from tests.e2e.page_actions import close_context
from tests.e2e.review_scenes import SUBMISSIONS
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import CLASS

SMALL_LAPTOP: ViewportSize = {"width": 1024, "height": 768}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
SHOW_WIDEST_CODE = """(bar) => {
  const code = [...bar.querySelectorAll('span')].find((each) => /^[2-9A-Z]{6}$/.test(each.textContent));
  code.textContent = 'WWWWWW';
}"""
IS_ONE_ROW = """(bar) => {
  const boxes = [...bar.querySelectorAll('button, a')].map((control) => control.getBoundingClientRect());
  return Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom));
}"""
HIDDEN_PARTS_OF_HERO = """() => {
  const scene = document.querySelector('main section svg[viewBox="0 0 680 292"]');
  const { top, right } = scene.closest('section').getBoundingClientRect();
  return [...scene.querySelectorAll('g')].map((part) => part.getBoundingClientRect())
    .filter((box) => box.top < top || box.right > right).length;
}"""


def test_the_class_code_bar_is_one_row_on_an_ipad_in_spanish(chromium: Browser, sample_class: SampleClass) -> None:
    context = Gallery(chromium, sample_class).open(
        Scene("class", "teacher", CLASS, (wait_for("@amara.o"),)), "light", IPAD
    )
    page = context.pages[0]
    show_in(page, "es")
    page.get_by_text("Tarjetas de acceso").first.wait_for()
    bar = page.get_by_label("Código de la clase")
    bar.evaluate(SHOW_WIDEST_CODE)
    assert bar.evaluate(IS_ONE_ROW)
    close_context(context)


def test_flag_and_coin_of_the_next_goal_are_whole_on_a_wide_window(
    chromium: Browser, sample_class: SampleClass
) -> None:
    scene = Scene("my-goals", "student", "/student", (wait_for("Your next goal"),))
    context = Gallery(chromium, sample_class).open(scene, "light", PROJECTOR)
    assert context.pages[0].evaluate(HIDDEN_PARTS_OF_HERO) == 0
    close_context(context)


def test_a_photo_beside_a_submission_is_whole_on_an_ipad(chromium: Browser, sample_class: SampleClass) -> None:
    scene = Scene("submissions", "teacher", SUBMISSIONS, (wait_for("I read every night this week."),))
    context = Gallery(chromium, sample_class).open(scene, "light", IPAD)
    photo = context.pages[0].locator("[data-proof] img").first
    assert photo.evaluate("image => getComputedStyle(image).objectFit") == "contain"
    close_context(context)


def test_the_tabs_of_the_submissions_are_one_row_on_a_small_laptop(
    chromium: Browser, sample_class: SampleClass
) -> None:
    scene = Scene("submissions", "teacher", SUBMISSIONS, (wait_for("I read every night this week."),))
    context = Gallery(chromium, sample_class).open(scene, "light", LAPTOP)
    page = context.pages[0]
    page.set_viewport_size(SMALL_LAPTOP)
    expect(page.get_by_role("button", name="Turn keyboard shortcuts off")).to_be_visible()
    tabs = page.get_by_role("tab").evaluate_all("tabs => tabs.map((tab) => tab.getBoundingClientRect().top)")
    assert len(tabs) == 2
    assert len(set(tabs)) == 1
    close_context(context)
