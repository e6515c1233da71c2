"""On a phone the rows of a table are cards, which name every value that the row has."""

import re

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.e2e.conftest import PHONE
from tests.e2e.gallery import Gallery
from tests.e2e.page_actions import close_context
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import SCENES
from tests.factories.tiers import by_tier

HIDDEN_VALUES = """() => [...document.querySelectorAll('tbody td')]
  .filter((cell) => !cell.checkVisibility())
  .flatMap((cell) => [...cell.childNodes])
  .filter((node) => node.ariaHidden !== 'true' && node.textContent !== '')
  .map((node) => node.textContent)"""
"""Texts of the cells that aren't shown, without the names of their columns."""

BOX_OF_VALUE = """(cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell.lastElementChild);
  return range.getBoundingClientRect().toJSON();
}"""
NARROW: ViewportSize = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def gallery(chromium: Browser, sample_class: SampleClass) -> Gallery:
    return Gallery(chromium, sample_class)


@pytest.mark.spec("4.5", "3.5")
@pytest.mark.parametrize("name", by_tier(["class", "students"]))
def test_a_card_shows_the_goals_redeemed(gallery: Gallery, name: str) -> None:
    scene = next(scene for scene in SCENES if scene.name == name)
    context = gallery.open(scene, "light", PHONE)
    cell = context.pages[0].get_by_role("row").filter(has_text="@amara.o").get_by_role("cell", name="5", exact=True)
    expect(cell).to_contain_text("Goals Redeemed")
    expect(cell).to_be_visible()
    close_context(context)


@pytest.mark.spec("3.15")
@pytest.mark.parametrize(
    "name",
    by_tier(["class", "students", "goals", "goals-completed", "fulfillment", "import-check"], "class", "import-check"),
)
def test_no_card_hides_a_value(gallery: Gallery, name: str) -> None:
    scene = next(scene for scene in SCENES if scene.name == name)
    context = gallery.open(scene, "light", PHONE)
    hidden: list[str] = context.pages[0].evaluate(HIDDEN_VALUES)
    close_context(context)
    assert hidden == []


@pytest.mark.spec("3.15")
@pytest.mark.parametrize("name", by_tier(["class", "students"]))
def test_values_beside_each_other_are_on_one_line_whatever_the_lines_of_their_labels(
    gallery: Gallery, name: str
) -> None:
    scene = next(scene for scene in SCENES if scene.name == name)
    context = gallery.open(scene, "light", PHONE)
    row = context.pages[0].get_by_role("row").filter(has_text="@amara.o")
    bottoms: list[float] = [
        row.get_by_role("cell", name=re.compile(value)).evaluate(BOX_OF_VALUE)["bottom"]
        for value in ("^5$", "^115", "View Goals")
    ]
    close_context(context)
    assert max(bottoms) - min(bottoms) < 8, bottoms


@pytest.mark.spec("3.15")
@pytest.mark.long
def test_values_beside_each_other_begin_on_one_line_whatever_their_own_lines(gallery: Gallery) -> None:
    scene = next(scene for scene in SCENES if scene.name == "goals")
    context = gallery.open(scene, "light", NARROW)
    row = context.pages[0].get_by_role("row").filter(has_text="Be a buddy at recess")
    student, classroom = (
        row.get_by_role("cell", name=name, exact=True).evaluate(BOX_OF_VALUE)
        for name in ("Amara Okafor", "Room 12 Homeroom")
    )
    close_context(context)
    assert classroom["height"] > 1.5 * student["height"]
    assert abs(student["top"] - classroom["top"]) < 8
