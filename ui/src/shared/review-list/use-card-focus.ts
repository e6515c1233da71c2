import { useEffect, useRef } from 'react';

/** Height of the top bar on narrow screens, in pixels. */
const TOP_BAR_HEIGHT = 76;

function scrollCardIntoView(card: HTMLElement) {
  const fits = card.offsetHeight < innerHeight - TOP_BAR_HEIGHT;
  card.scrollIntoView({ block: fits ? 'nearest' : 'start' });
}

/** Focus management for a list of cards that are processed one by one. */
export function useCardFocus<Row extends { id: string }>(rows: Row[], onEmpty: () => void) {
  const cards = useRef(new Map<string, HTMLElement>());
  const nextId = useRef<string | null>(null);
  const cardOf = (id: string) => cards.current.get(id);
  useEffect(() => {
    // The processed card was removed, so the next one has moved.
    const card = nextId.current === null ? undefined : cards.current.get(nextId.current);
    if (card) scrollCardIntoView(card);
    nextId.current = null;
  }, [rows]);
  const focused = () => rows.find((row) => cardOf(row.id)?.contains(document.activeElement));
  const firstVisible = () =>
    rows.find((row) => (cardOf(row.id)?.getBoundingClientRect().bottom ?? 0) > TOP_BAR_HEIGHT) ?? rows[0];

  const moveFocus = (by: 1 | -1) => {
    const from = focused();
    const to = from ? rows[rows.indexOf(from) + by] : firstVisible();
    const card = to && cardOf(to.id);
    if (!card) return;
    card.focus({ preventScroll: true });
    scrollCardIntoView(card);
  };
  /** Moves the focus from a processed row to the next one, if the row has the focus. */
  const focusNext = (row: Row, scroll = true) => {
    const own = cardOf(row.id);
    const active = document.activeElement;
    if (active !== document.body && !own?.contains(active)) return;
    const at = rows.indexOf(row);
    const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
    const neighbor = others.find((other) => cardOf(other.id));
    const card = neighbor && cardOf(neighbor.id);
    if (!card) {
      onEmpty();
      return;
    }
    card.focus({ preventScroll: true });
    if (!scroll) return;
    if (own) nextId.current = neighbor.id;
    // Already refetched, so the list no longer moves.
    else scrollCardIntoView(card);
  };
  /** Scroll anchor: the focused, hovered or first visible card; null for none. */
  const anchor = () => {
    // The next card moves into the place of the processed one.
    if (nextId.current !== null) return null;
    const hovered = rows.find((row) => cardOf(row.id)?.matches(':hover'));
    // At the top of the page new rows may push the list down.
    const row = focused() ?? hovered ?? (scrollY > 0 ? firstVisible() : undefined);
    return (row && cardOf(row.id)) ?? null;
  };
  const cardRef = (id: string) => (card: HTMLElement | null) => {
    if (card) cards.current.set(id, card);
    else cards.current.delete(id);
  };
  return { cardOf, cardRef, focused, firstVisible, moveFocus, focusNext, anchor };
}
