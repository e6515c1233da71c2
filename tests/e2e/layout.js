/* Checks of layouts for tests/e2e/layout.py. Each returns what is wrong, as a list of sentences. */
/* exported layoutFaults, unmarked, focusedStop */

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** The element's rectangle in which its content is shown, or null if it doesn't clip. */
function clippingBox(element) {
  const { overflowX, display } = getComputedStyle(element);
  return overflowX === 'visible' || display === 'inline' ? null : element.getBoundingClientRect();
}

function isHidden(element) {
  const visible = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return !visible || element.matches('option');
}

/** Whether it is for screen readers only. */
function isClippedAway(element) {
  return getComputedStyle(element).clipPath === 'inset(50%)';
}

/** Whether the text is cut at its start or end. Truncated names are not: their `title` has the whole text. */
function isCut(text) {
  const element = text.parentElement;
  if (!text.data.trim() || element.closest('[title]') || isHidden(element)) return false;
  const range = document.createRange();
  range.selectNodeContents(text);
  // A field's default value is a text node that isn't shown.
  if (range.getClientRects().length === 0) return false;
  const { left, right } = range.getBoundingClientRect();
  for (let outer = element; outer !== document.body; outer = outer.parentElement) {
    if (isClippedAway(outer)) return false;
    const box = clippingBox(outer);
    if (box && (right > box.right + 1 || left < box.left - 1)) return true;
    if (getComputedStyle(outer).position === 'fixed') break;
  }
  return false;
}

/** Whether the page scrolls sideways, and which texts are cut: in the dialog if one is open. */
async function layoutFaults() {
  await nextFrame();
  await nextFrame();
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const walker = document.createTreeWalker(dialogs[dialogs.length - 1] ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (isCut(walker.currentNode)) faults.push(`cut: ${walker.currentNode.data}`);
  }
  return faults;
}

const CHOSEN =
  'nav [aria-current=page]:any-link, [aria-pressed=true], [role=tab][aria-selected=true], [role=switch][aria-checked=true]';

/** What can't be told from its surroundings in forced colours, which remove backgrounds and shadows. */
function unmarked() {
  const found = [];
  const complain = (what, element) => found.push(`${what}: ${element.textContent || element.ariaLabel}`);
  const canvas = getComputedStyle(document.documentElement).backgroundColor;
  const plain = new Set(['rgba(0, 0, 0, 0)', canvas, getComputedStyle(document.body).backgroundColor]);
  for (const element of document.querySelectorAll(`${CHOSEN}, [role=progressbar] > *`)) {
    if (!isHidden(element) && plain.has(getComputedStyle(element).backgroundColor)) complain('no colour', element);
  }
  for (const element of document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=progressbar]')) {
    if (getComputedStyle(element).borderTopStyle === 'none') complain('no border', element);
  }
  for (const element of document.querySelectorAll('input[type=checkbox]')) {
    if (getComputedStyle(element).appearance === 'none') complain('no mark', element);
  }
  return found;
}

const stops = new WeakSet();

/** The focused element: its name, and whether any part of it is in view. Null after the last one. */
function focusedStop() {
  const element = document.activeElement;
  if (element === document.body || stops.has(element)) return null;
  stops.add(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  const inView = parts.some((x) =>
    parts.some((y) => element.contains(document.elementFromPoint(left + width * x, top + height * y))),
  );
  return { name: element.ariaLabel ?? element.textContent.trim() ?? element.name, inView };
}
