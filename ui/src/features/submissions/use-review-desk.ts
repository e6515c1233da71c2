import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionRow } from '@/api/types';

import type { Verdict } from './review-rules';

/** Under the bar on top of narrow screens, a card is out of sight. */
const TOP_BAR = 76;

function bringIntoView(card: HTMLElement) {
  const fits = card.offsetHeight < innerHeight - TOP_BAR;
  card.scrollIntoView({ block: fits ? 'nearest' : 'start' });
}

/** Which submission is looked at and which is being reviewed, and where the focus goes: one after the other. */
export function useReviewDesk(rows: SubmissionRow[], focusRest: () => void) {
  const [open, setOpen] = useState<{ id: string; verdict: Verdict } | null>(null);
  const cards = useRef(new Map<string, HTMLElement>());
  const next = useRef<string | null>(null);
  const cardOf = (id: string) => cards.current.get(id);
  useEffect(() => {
    // A card that was reviewed has gone, so the next one stands elsewhere now.
    const card = next.current === null ? undefined : cards.current.get(next.current);
    if (card) bringIntoView(card);
    next.current = null;
  }, [rows]);
  const focused = () => rows.find((row) => cardOf(row.id)?.contains(document.activeElement));
  const inSight = () =>
    rows.find((row) => (cardOf(row.id)?.getBoundingClientRect().bottom ?? 0) > TOP_BAR) ?? rows[0];

  const begin = (verdict: Verdict, row = focused() ?? inSight()) => {
    if (row) setOpen({ id: row.id, verdict });
  };
  const cancel = () => {
    if (!open) return;
    flushSync(() => {
      setOpen(null);
    });
    cardOf(open.id)?.querySelector<HTMLElement>(`[data-verdict=${open.verdict}]`)?.focus();
  };
  const step = (by: 1 | -1) => {
    const from = focused();
    const to = from ? rows[rows.indexOf(from) + by] : inSight();
    const card = to && cardOf(to.id);
    if (!card) return;
    card.focus({ preventScroll: true });
    bringIntoView(card);
  };
  /** This one is done with. If the teacher is still at it, the next one is up. */
  const leave = (row: SubmissionRow) => {
    setOpen((now) => (now?.id === row.id ? null : now));
    const active = document.activeElement;
    if (active !== document.body && !cardOf(row.id)?.contains(active)) return;
    const at = rows.indexOf(row);
    const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
    const neighbour = others.find((other) => cardOf(other.id));
    next.current = neighbour?.id ?? null;
    if (neighbour) cardOf(neighbour.id)?.focus({ preventScroll: true });
    else focusRest();
  };
  const keepCard = (id: string) => (card: HTMLElement | null) => {
    if (card) cards.current.set(id, card);
    else cards.current.delete(id);
  };
  return { open, begin, cancel, step, leave, cardOf, keepCard };
}

export type ReviewDesk = ReturnType<typeof useReviewDesk>;
