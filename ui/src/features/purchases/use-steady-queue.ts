import { type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Purchase, PurchaseRow } from '@/api/types';

/** How long a settled row keeps its place: as long as the toast with Undo is shown. */
const HOLD_MS = 5000;
const RETRY_MS = 500;
/** A press so soon after the rows have moved was aimed at what stood there before. */
const MOVED_WITHIN_MS = 400;

/** What has become of a row that is no longer pending; `unknown` when that happened in another window. */
export type Outcome = 'fulfilled' | 'cancelled' | 'unknown';

const byId = (one: PurchaseRow, other: PurchaseRow) => (one.id < other.id ? -1 : 1);

/** The pending rows together with those that were pending until just now; `release` drops the latter. */
function useHeldRows(pending: PurchaseRow[]) {
  const [last, setLast] = useState(pending);
  const [settled, setSettled] = useState<readonly PurchaseRow[]>([]);
  if (last !== pending) {
    const ids = new Set(pending.map(({ id }) => id));
    setLast(pending);
    setSettled([...settled, ...last].filter(({ id }) => !ids.has(id)));
  }
  // Ids grow with time, so within the same moment too the first one stands first.
  const rows = useMemo(() => [...pending, ...settled].toSorted(byId), [pending, settled]);
  const release = useCallback(() => {
    setSettled([]);
  }, []);
  return { rows, settled, release };
}

function isFocusInSettledRow(panel: HTMLElement | null): boolean {
  const row = document.activeElement?.closest('tr');
  return Boolean(row && panel?.contains(row) && !row.querySelector('[data-fulfill]'));
}

/** Whether the mouse is over the panel, and whether its user works with the keyboard. */
function usePointerAndKeyboard() {
  const isMouseOver = useRef(false);
  const usesKeyboard = useRef(false);
  const onPointer = useCallback(({ type, pointerType }: PointerEvent) => {
    if (type === 'pointerdown') usesKeyboard.current = false;
    // A finger that is lifted isn't over anything.
    if (pointerType === 'mouse') isMouseOver.current = type !== 'pointerleave';
  }, []);
  const onKeyDown = useCallback(() => {
    usesKeyboard.current = true;
  }, []);
  const listeners = {
    onPointerEnter: onPointer,
    onPointerLeave: onPointer,
    onPointerDown: onPointer,
    onKeyDown,
  };
  return { isMouseOver, usesKeyboard, listeners };
}

/** Calls `release` once nobody is about to press anything: no mouse over the panel, no keyboard in a settled row. */
function useRelease(panel: RefObject<HTMLElement | null>, settled: readonly unknown[], release: () => void) {
  const { isMouseOver, usesKeyboard, listeners } = usePointerAndKeyboard();
  const movedAt = useRef(-Infinity);
  useEffect(() => {
    if (settled.length === 0) return undefined;
    let timer = 0;
    const tryRelease = () => {
      const isAtKeys = usesKeyboard.current && isFocusInSettledRow(panel.current);
      if (isMouseOver.current || isAtKeys) {
        timer = window.setTimeout(tryRelease, RETRY_MS);
        return;
      }
      movedAt.current = performance.now();
      release();
    };
    timer = window.setTimeout(tryRelease, HOLD_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [panel, settled, release, isMouseOver, usesKeyboard]);
  return {
    listeners,
    hasJustMoved: useCallback(() => performance.now() - movedAt.current < MOVED_WITHIN_MS, []),
  };
}

/**
 * A queue whose rows keep their places while they are worked through: a settled row says what has become of it and
 * stays for a moment, so that no second press meets the next row.
 */
export function useSteadyQueue(panel: RefObject<HTMLElement | null>, pending: PurchaseRow[]) {
  const { rows, settled, release } = useHeldRows(pending);
  const { listeners, hasJustMoved } = useRelease(panel, settled, release);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Purchase['status']>>>({});
  const note = useCallback(({ id, status }: Purchase) => {
    setOutcomes((known) => ({ ...known, [id]: status }));
  }, []);
  const outcomeOf = useCallback(
    ({ id }: PurchaseRow): Outcome | null => {
      if (!settled.some((row) => row.id === id)) return null;
      const status = outcomes[id];
      return status === 'fulfilled' || status === 'cancelled' ? status : 'unknown';
    },
    [settled, outcomes],
  );
  return { rows, pendingCount: pending.length, outcomeOf, note, listeners, hasJustMoved };
}

export type SteadyQueue = ReturnType<typeof useSteadyQueue>;
