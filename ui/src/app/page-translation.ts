/**
 * Keeps the page working while the browser translates it (ADR 0068).
 *
 * A translator takes text nodes out of their element and puts *substitutes* there: `<font>` elements, or other text nodes.
 * React would fail to remove a text node that isn't in its element, and a text that it writes there would not be seen. So
 * the text nodes are put back beside their substitutes, emptied. When React changes them, the substitutes are removed
 * and the texts shown again, for the translator to translate.
 */
import { activeLanguage } from '@/lib/language';

const isText = (node: Node): node is Text => node instanceof Text;
const isFont = (node: Node) => node.nodeName === 'FONT';

let translated = false;
/** Whether a translator has changed the page since it was loaded, or has set its language. */
export const isPageTranslated = () => translated || document.documentElement.lang !== activeLanguage.get();

/** The texts that were written, with the text before. */
type Written = Map<Text, string>;

/** Text nodes that have been put back, with their texts before the translation, and what is shown instead. */
type Translation = { texts: Map<Text, string>; substitutes: Node[] };

/** The element's children in the order before the translation: Firefox uses text nodes in another one. */
type ElementTranslation = Translation & { order: Node[] };

/** What certainly is a translation, by element. Any other change of the element's children is React's. */
const translations = new WeakMap<Node, ElementTranslation>();

/**
 * What may be a translation, by text node: another one has replaced it. If that was React, the text node stays empty; React
 * changes only what it hasn't removed.
 */
const replacedTexts = new WeakMap<Node, Translation>();

/** How often an element has been repaired since React changed it, and how often at most, if the translator insists. */
const repairs = new WeakMap<Node, number>();
const MAX_REPAIRS = 10;

/** Former and present children, in order: those that were removed are where they were. */
function allChildren(parent: Node, changes: MutationRecord[]): Node[] {
  const nodes: Node[] = [...parent.childNodes];
  for (const [index, { addedNodes, removedNodes, nextSibling }] of [...changes.entries()].reverse()) {
    const removedEarlier = changes.slice(0, index).flatMap((change) => [...change.removedNodes]);
    for (const node of addedNodes) {
      if (removedEarlier.includes(node)) nodes.splice(nodes.indexOf(node), 1);
    }
    nodes.splice(nextSibling ? nodes.indexOf(nextSibling) : nodes.length, 0, ...removedNodes);
  }
  return nodes;
}

/** Moves a node out of the `<font>` into which a translator moved it, and splits that there. */
function takeOut(parent: Node, node: Node) {
  let font = node;
  while (font.parentNode && font.parentNode !== parent) font = font.parentNode;
  const range = document.createRange();
  range.setStartBefore(font);
  range.setEndBefore(node);
  parent.insertBefore(range.extractContents(), font);
  parent.insertBefore(node, font);
}

/** Puts text nodes back, emptied unless React has written them; returns their texts. */
function putBack(texts: Text[], parent: Node, children: Node[], written: Written) {
  let next: Node | null = null;
  for (const node of [...children].reverse()) {
    if (isText(node) && texts.includes(node)) parent.insertBefore(node, next);
    if (node.parentNode === parent) next = node;
  }
  return texts.map((text): [Text, string] => {
    const { data } = text;
    if (!written.has(text)) text.data = '';
    return [text, data];
  });
}

/** Shows the texts in place of their substitutes; those that React has written stay as they are. */
function showTexts({ texts, substitutes }: Translation, written: Written) {
  for (const [text, data] of texts) if (!written.has(text)) text.data = data;
  for (const node of substitutes) node.parentNode?.removeChild(node);
}

/** Ends the translation of an element that React has changed. */
function showOriginal(parent: Node, written: Written) {
  const translation = translations.get(parent);
  translations.delete(parent);
  repairs.delete(parent);
  if (translation) showTexts(translation, written);
}

/** Moves the nodes that are in the element into this order. */
function reorder(parent: Node, order: Node[]) {
  let next: Node | null = null;
  for (const node of order.filter((child) => child.parentNode === parent).reverse()) {
    if (node.nextSibling !== next) parent.insertBefore(node, next);
    next = node;
  }
}

/** What is shown in place of a text that was replaced, and what replaced that. */
const presentSubstitutes = (text: Node): Node[] =>
  (replacedTexts.get(text)?.substitutes ?? []).flatMap((node) => [
    ...(node.isConnected ? [node] : []),
    ...presentSubstitutes(node),
  ]);

/** Shows texts that were replaced, since React has changed one of them. Returns whether it was replaced. */
function showReplaced(parent: Node, changed: Text, written: Written): boolean {
  const texts = replacedTexts.get(changed)?.texts;
  const substitutes = presentSubstitutes(changed);
  if (!texts || substitutes.length === 0) return false;
  translated = true;
  repairs.delete(parent);
  showTexts({ texts, substitutes }, written);
  for (const text of texts.keys()) replacedTexts.delete(text);
  return true;
}

/** Whether an element may be repaired once more. */
function mayRepair(parent: Node): boolean {
  const count = repairs.get(parent) ?? 0;
  repairs.set(parent, count + 1);
  return count < MAX_REPAIRS;
}

type ChildChanges = { parent: Node; changes: MutationRecord[]; written: Written };
type ChangedTexts = {
  /** Text nodes that are no longer in the document. */
  gone: Text[];
  /** Text nodes that were removed and inserted again, as Firefox does. */
  returned: Text[];
};

/** Puts back what a translator has taken out of an element. `isSubstitute`: whether a child is the translator's. */
function repair(
  { parent, changes, written }: ChildChanges,
  { gone, returned }: ChangedTexts,
  isSubstitute: (node: Node) => boolean,
) {
  translated = true;
  if (!mayRepair(parent)) return;
  const known = translations.get(parent);
  const children = allChildren(parent, changes);
  for (const node of children) {
    if (node.parentNode !== parent && parent.contains(node)) takeOut(parent, node);
  }
  const texts = new Map([
    ...returned.map((text): [Text, string] => [text, written.get(text) ?? text.data]),
    ...putBack(gone, parent, children, written),
    ...(known?.texts ?? []),
  ]);
  for (const text of returned) written.delete(text);
  const substitutes = [...parent.childNodes].filter(isSubstitute);
  if (gone.length + substitutes.length === 0) {
    repairs.delete(parent);
    return;
  }
  translations.set(parent, { texts, substitutes, order: known?.order ?? children });
}

/** Puts back text nodes that others have replaced, in case that they are a translator's. */
function repairReplaced({ parent, changes, written }: ChildChanges, gone: Text[], newTexts: Node[]) {
  if (!mayRepair(parent)) return;
  const texts = new Map(putBack(gone, parent, allChildren(parent, changes), written));
  for (const text of gone) replacedTexts.set(text, { texts, substitutes: newTexts });
}

function handleChildren(childChanges: ChildChanges) {
  const { parent, changes, written } = childChanges;
  const known = translations.get(parent);
  const isKnown = (node: Node) => known?.substitutes.includes(node) ?? false;
  const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
  if (!known && removed.length === 0) return;
  // React has set the content of an element whose only child is a text: it keeps no text node.
  const isTranslated = (node: Node) => isKnown(node) || replacedTexts.has(node);
  if (changes.some(({ removedNodes }) => removedNodes.length > 1 && [...removedNodes].some(isTranslated))) {
    translations.delete(parent);
    return;
  }

  const added = changes
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node) => node.parentNode === parent);
  const fonts = added.filter(isFont);
  const newTexts = added.filter((node) => isText(node) && !removed.includes(node));
  const returned = added.filter(isText).filter((text) => removed.includes(text) && !isKnown(text));
  const isRemovedByReact = (text: Text) => !presentSubstitutes(text).some((node) => removed.includes(node));
  const gone = removed
    .filter(isText)
    .filter((text) => !text.isConnected && !isKnown(text))
    .filter((text) => !(isRemovedByReact(text) && showReplaced(parent, text, written)));
  const isKnownGone = removed.some((node) => isKnown(node) && node.parentNode !== parent);

  if (isKnownGone && fonts.length + newTexts.length === 0) {
    // The translator shows the original.
    showOriginal(parent, written);
  } else if (fonts.length > 0 || returned.length > 0 || isKnownGone) {
    const substitutes = fonts.length > 0 ? [] : newTexts;
    repair(
      childChanges,
      { gone, returned },
      (node) => isFont(node) || isKnown(node) || substitutes.includes(node),
    );
  } else if (known) {
    showOriginal(parent, written);
  } else if (gone.length > 0 && newTexts.length > 0) {
    repairReplaced(childChanges, gone, newTexts);
  }
}

function handleRecords(records: MutationRecord[]) {
  const changes = new Map<Node, MutationRecord[]>();
  const written: Written = new Map();
  for (const record of records) {
    const { target } = record;
    if (record.type === 'childList') {
      const earlier = changes.get(target);
      if (earlier) earlier.push(record);
      else changes.set(target, [record]);
      // A translator replaced it after React had written it.
      for (const node of record.removedNodes) if (isText(node)) written.delete(node);
    } else if (isText(target) && !written.has(target)) {
      written.set(target, record.oldValue ?? '');
    }
  }
  for (const [parent, childChanges] of changes) {
    if (parent.isConnected && !isFont(parent)) handleChildren({ parent, changes: childChanges, written });
  }
  for (const text of written.keys()) {
    const parent = text.parentNode;
    if (!parent) continue;
    showReplaced(parent, text, written);
    const translation = translations.get(parent);
    if (!translation?.texts.has(text)) continue;
    showOriginal(parent, written);
    reorder(parent, translation.order);
  }
  // The changes that were made here.
  observer.takeRecords();
}

const observer = new MutationObserver(handleRecords);

/** Starts to repair what translators do to the page; returns a function that stops. */
export function repairTranslatedPage() {
  observer.observe(document.body, {
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    subtree: true,
  });
  return () => {
    observer.disconnect();
  };
}
