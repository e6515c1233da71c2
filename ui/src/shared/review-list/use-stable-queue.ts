import { type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How long a settled row, one that is no longer pending, stays in the list; matches the default toast duration. */
const HOLD_MS = 5000;
const RETRY_MS = 500;
/** Clicks this soon after rows have moved are ignored. */
const MOVED_WITHIN_MS = 400;

type Identified = { id: string };
export type QueueOrder = 'oldest' | 'newest';

// Ids are chronological.
const comparators = {
  oldest: (one: Identified, other: Identified) => (one.id < other.id ? -1 : 1),
  newest: (one: Identified, other: Identified) => (one.id < other.id ? 1 : -1),
};

/** Outcomes by row id. */
function useOutcomes<Outcome>() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const record = useCallback((id: string, outcome: Outcome) => {
    setOutcomes((known) => new Map(known).set(id, outcome));
  }, []);
  const clear = useCallback((rows: readonly Identified[]) => {
    const ids = new Set(rows.map(({ id }) => id));
    setOutcomes((known) => new Map([...known].filter(([id]) => !ids.has(id))));
  }, []);
  return { outcomes, record, clear };
}

/** The pending rows, and those that have been settled since the last call of `release`, which removes them. */
function useSettledRows<Row extends Identified, Outcome>(pending: Row[], order: QueueOrder) {
  const [last, setLast] = useState(pending);
  const [settled, setSettled] = useState<readonly Row[]>([]);
  const { outcomes, record, clear } = useOutcomes<Outcome>();
  if (last !== pending) {
    const ids = new Set(pending.map(({ id }) => id));
    setLast(pending);
    setSettled([...settled, ...last].filter(({ id }) => !ids.has(id)));
    clear(settled.filter(({ id }) => ids.has(id)));
  }
  const rows = useMemo(() => [...pending, ...settled].sort(comparators[order]), [pending, settled, order]);
  const release = useCallback(() => {
    clear(settled);
    setSettled([]);
  }, [clear, settled]);
  return { rows, settled, outcomes, record, release };
}

const isFocusInSettledRow = (panel: HTMLElement | null) =>
  Boolean(panel?.contains(document.activeElement) && document.activeElement?.closest('[data-settled]'));

/** Tracks whether the mouse is over the panel and whether the keyboard is used. */
function usePointerAndKeyboard() {
  const isMouseOver = useRef(false);
  const usesKeyboard = useRef(false);
  const onPointer = useCallback(({ type, pointerType }: PointerEvent) => {
    if (type === 'pointerdown') usesKeyboard.current = false;
    // Touch has no hover.
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

/** Calls `release` when the mouse isn't over the panel and the focus isn't in a settled row. */
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
    usesKeyboard: useCallback(() => usesKeyboard.current, [usesKeyboard]),
    hasJustMoved: useCallback(() => performance.now() - movedAt.current < MOVED_WITHIN_MS, []),
  };
}

export type StableQueue<Row extends Identified, Outcome> = {
  /** The pending rows and the settled ones that are still shown. */
  rows: Row[];
  pendingCount: number;
  /** Null while the row is pending; `unknown` when it was settled in another window. */
  outcomeOf: (row: Identified) => Outcome | 'unknown' | null;
  /** Records how a row was settled here. */
  recordOutcome: (id: string, outcome: Outcome) => void;
  /** For the panel. */
  listeners: ReturnType<typeof useRelease>['listeners'];
  usesKeyboard: () => boolean;
  /** Whether rows have just moved. */
  hasJustMoved: () => boolean;
};

/**
 * Queue that keeps settled rows in place for a moment, so that a double click can't hit the next row. Mark settled rows
 * with `data-settled`.
 */
export function useStableQueue<Row extends Identified, Outcome>(
  panel: RefObject<HTMLElement | null>,
  pending: Row[],
  /** Which row is first. */
  first: QueueOrder,
): StableQueue<Row, Outcome> {
  const {
    rows,
    settled,
    outcomes,
    record: recordOutcome,
    release,
  } = useSettledRows<Row, Outcome>(pending, first);
  const presses = useRelease(panel, settled, release);
  const outcomeOf = useCallback(
    ({ id }: Identified) =>
      settled.some((row) => row.id === id) ? (outcomes.get(id) ?? ('unknown' as const)) : null,
    [settled, outcomes],
  );
  return { rows, pendingCount: pending.length, outcomeOf, recordOutcome, ...presses };
}
