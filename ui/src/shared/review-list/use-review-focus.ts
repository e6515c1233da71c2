import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

import { scrollPaddingTop } from '@/lib/scroll-padding';

function scrollRowIntoView(target: HTMLElement) {
  const fits = target.offsetHeight < innerHeight - scrollPaddingTop();
  target.scrollIntoView({ block: fits ? 'nearest' : 'start' });
}

/** The items from an index on, then those before it, the nearest first. */
const nearestFrom = <Item>(items: Item[], index: number) => [
  ...items.slice(index),
  ...items.slice(0, index).reverse(),
];

const targetIn = (row: HTMLElement) =>
  row.matches('[data-pending]') ? row : row.querySelector<HTMLElement>('[data-pending]');

const findTarget = (panel: HTMLElement | null, id: string) =>
  panel?.querySelector<HTMLElement>(`[data-pending="${id}"]`) ?? null;

/**
 * Moves the focus to the next pending row, else to the previous one, else to the panel, when the focused control
 * disappears. Reads the rows' order from the DOM, as a table sorts by itself.
 */
function useLostFocus(panel: RefObject<HTMLElement | null>, rows: unknown) {
  const focused = useRef<{ control: Element; nearest: HTMLElement[] } | null>(null);
  // Before the page takes the lost focus (`usePageFocus`).
  useLayoutEffect(() => {
    if (!focused.current || focused.current.control.isConnected || document.activeElement !== document.body)
      return;
    const targets = focused.current.nearest.filter((row) => row.isConnected).map(targetIn);
    focused.current = null;
    (targets.find((target) => target !== null) ?? panel.current)?.focus({ preventScroll: true });
  }, [panel, rows]);
  /** Tracks focus, and clicks for browsers that don't focus clicked buttons. */
  const rememberFocus = ({ target }: SyntheticEvent) => {
    if (!(target instanceof Element)) return;
    const control = target.closest('button') ?? target;
    // Cards, without those in a hidden list item, or rows of a table.
    const shown = [
      ...(panel.current?.querySelectorAll<HTMLElement>(':not([hidden]) > article, tbody > tr') ?? []),
    ];
    const at = shown.findIndex((row) => row.contains(control));
    focused.current = at < 0 ? null : { control, nearest: nearestFrom(shown, at) };
  };
  return { onFocus: rememberFocus, onClick: rememberFocus };
}

/**
 * Focus in a list of rows that are processed one by one. In each pending row one element takes the focus, the card or a
 * button: mark it with the row's id in `data-pending`. `listeners` are for the panel.
 */
export function useReviewFocus<Row extends { id: string }>(
  panel: RefObject<HTMLElement | null>,
  rows: Row[],
  onEmpty: () => void = () => panel.current?.focus({ preventScroll: true }),
) {
  const nextId = useRef<string | null>(null);
  const listeners = useLostFocus(panel, rows);
  const targetOf = (id: string) => findTarget(panel.current, id);
  // With the removal of the processed row, which has moved the next one: a later scroll moves it from under a click.
  useLayoutEffect(() => {
    const target = nextId.current === null ? null : findTarget(panel.current, nextId.current);
    if (target) scrollRowIntoView(target);
    nextId.current = null;
  }, [panel, rows]);
  const focused = () => rows.find((row) => targetOf(row.id)?.contains(document.activeElement));
  const firstVisible = () => {
    const top = scrollPaddingTop();
    return rows.find((row) => (targetOf(row.id)?.getBoundingClientRect().bottom ?? 0) > top) ?? rows[0];
  };
  const moveFocus = (by: 1 | -1) => {
    const from = focused();
    const to = from ? rows[rows.indexOf(from) + by] : firstVisible();
    const target = to && targetOf(to.id);
    if (!target) return;
    target.focus({ preventScroll: true });
    scrollRowIntoView(target);
  };
  /** Moves the focus from a processed row to the next one, if the row has the focus. */
  const focusNext = (row: Row, scroll = true) => {
    const own = targetOf(row.id);
    const active = document.activeElement;
    if (active !== document.body && !own?.contains(active)) return;
    const nearest = nearestFrom(rows, Math.max(0, rows.indexOf(row)));
    const next = nearest.find((other) => other !== row && targetOf(other.id));
    const target = next && targetOf(next.id);
    if (!target) {
      onEmpty();
      return;
    }
    target.focus({ preventScroll: true });
    if (!scroll) return;
    if (own) nextId.current = next.id;
    // Already refetched, so the list no longer moves.
    else scrollRowIntoView(target);
  };
  /** Scroll anchor: the focused, hovered or first visible row; null for none. */
  const anchor = () => {
    // The next row moves into the place of the processed one.
    if (nextId.current !== null) return null;
    const hovered = rows.find((row) => targetOf(row.id)?.matches(':hover'));
    // At the top of the page new rows may push the list down.
    const row = focused() ?? hovered ?? (scrollY > 0 ? firstVisible() : undefined);
    return row ? targetOf(row.id) : null;
  };
  return { targetOf, focused, firstVisible, moveFocus, focusNext, anchor, listeners };
}
