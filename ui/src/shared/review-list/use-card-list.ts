import { useEffect, useRef } from 'react';

/** Under the bar on top of narrow screens, a card is out of sight. */
const TOP_BAR = 76;

function bringIntoView(card: HTMLElement) {
  const fits = card.offsetHeight < innerHeight - TOP_BAR;
  card.scrollIntoView({ block: fits ? 'nearest' : 'start' });
}

/** Where the focus is among cards that are done one after the other, and where it goes when one of them is done. */
export function useCardList<Row extends { id: string }>(rows: Row[], focusRest: () => void) {
  const cards = useRef(new Map<string, HTMLElement>());
  const next = useRef<string | null>(null);
  const cardOf = (id: string) => cards.current.get(id);
  useEffect(() => {
    // A card that is done with has gone, so the next one stands elsewhere now.
    const card = next.current === null ? undefined : cards.current.get(next.current);
    if (card) bringIntoView(card);
    next.current = null;
  }, [rows]);
  const focused = () => rows.find((row) => cardOf(row.id)?.contains(document.activeElement));
  const inSight = () =>
    rows.find((row) => (cardOf(row.id)?.getBoundingClientRect().bottom ?? 0) > TOP_BAR) ?? rows[0];

  const step = (by: 1 | -1) => {
    const from = focused();
    const to = from ? rows[rows.indexOf(from) + by] : inSight();
    const card = to && cardOf(to.id);
    if (!card) return;
    card.focus({ preventScroll: true });
    bringIntoView(card);
  };
  /** This one is done with. If its user is still at it, the next one has the focus; `scroll` brings that into view. */
  const leave = (row: Row, scroll = true) => {
    const own = cardOf(row.id);
    const active = document.activeElement;
    if (active !== document.body && !own?.contains(active)) return;
    const at = rows.indexOf(row);
    const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
    const neighbour = others.find((other) => cardOf(other.id));
    const card = neighbour && cardOf(neighbour.id);
    if (!card) {
      focusRest();
      return;
    }
    card.focus({ preventScroll: true });
    if (!scroll) return;
    if (own) next.current = neighbour.id;
    // The list was refreshed before the answer came: nothing will move any more.
    else bringIntoView(card);
  };
  /** What must not move when cards come and go around it; null lets the list move. */
  const anchor = () => {
    // The next card moves up into the place of the one that was done.
    if (next.current !== null) return null;
    const hovered = rows.find((row) => cardOf(row.id)?.matches(':hover'));
    // At the top of the page, and with nobody at it, what is new is shown.
    const row = focused() ?? hovered ?? (scrollY > 0 ? inSight() : undefined);
    return (row && cardOf(row.id)) ?? null;
  };
  const keepCard = (id: string) => (card: HTMLElement | null) => {
    if (card) cards.current.set(id, card);
    else cards.current.delete(id);
  };
  return { cardOf, keepCard, focused, inSight, step, leave, anchor };
}
