"""Pages in Arabic are mirrored, except for what has its own direction: coins, amounts, what people wrote."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import LAPTOP
from tests.e2e.gallery import Gallery, show_in
from tests.e2e.page_actions import close_context
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import SCENES

NAMES = (
    "login",
    "not-found",
    "my-goals-celebrating",
    "my-goals-saving",
    "my-class-goal",
    "chip-in",
    "my-progress",
    "student-store",
)
FAULTS = r"""() => {
  const faults = [];
  for (const drawing of document.querySelectorAll('svg')) {
    const isMirrored = drawing.getScreenCTM().a < 0;
    if (drawing.clientWidth > 80 && !isMirrored) faults.push(`drawing: ${drawing.outerHTML.slice(0, 80)}`);
  }
  for (const coin of document.querySelectorAll('[fill="var(--color-coin)"]'))
    if (coin.getScreenCTM().a < 0) faults.push('mirrored coin');
  const boxOf = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range.getBoundingClientRect();
  };
  for (const name of document.querySelectorAll('bdi, [dir=auto]:not(input, textarea)')) {
    const isCentered = getComputedStyle(name).textAlign === 'center';
    const { right } = boxOf(name, 0, name.childNodes.length);
    if (!isCentered && name.getBoundingClientRect().right - right > 1) faults.push(`alignment: ${name.textContent}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    for (const { index, 0: amount } of node.data.matchAll(/[0-9]+ GoalBucks?/g)) {
      const number = boxOf(node, index, index + amount.indexOf(' '));
      const unit = boxOf(node, index + amount.indexOf(' ') + 1, index + amount.length);
      if (number.top === unit.top && number.left > unit.left) faults.push(`amount: ${node.data}`);
    }
    for (const { index } of node.data.matchAll(/(?<=^[^\u0600-\u06ff]*)[a-z][.!]$/g)) {
      const letter = boxOf(node, index, index + 1);
      const mark = boxOf(node, index + 1, index + 2);
      if (letter.top === mark.top && mark.left < letter.left) faults.push(`punctuation: ${node.data}`);
    }
  }
  return faults;
}"""


@pytest.fixture(scope="module")
def gallery(chromium: Browser, sample_class: SampleClass) -> Gallery:
    return Gallery(chromium, sample_class)


@pytest.mark.spec("17.1")
@pytest.mark.parametrize("name", NAMES)
def test_all_but_coins_amounts_and_names_is_mirrored(gallery: Gallery, name: str) -> None:
    scene = next(scene for scene in SCENES if scene.name == name)
    context = gallery.open(scene, "light", LAPTOP)
    page = context.pages[0]
    show_in(page, "ar")
    faults = page.evaluate(FAULTS)
    close_context(context)
    assert faults == []
