import { type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How long a processed row, one that is no longer pending, stays in the list; matches the default toast duration. */
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

/** The pending rows, and those that have been processed since the last call of `release`, which removes them. */
function useProcessedRows<Row extends Identified, Outcome>(pending: Row[], order: QueueOrder) {
  const [last, setLast] = useState(pending);
  const [processed, setProcessed] = useState<readonly Row[]>([]);
  const { outcomes, record, clear } = useOutcomes<Outcome>();
  if (last !== pending) {
    const ids = new Set(pending.map(({ id }) => id));
    setLast(pending);
    setProcessed([...processed, ...last].filter(({ id }) => !ids.has(id)));
    clear(processed.filter(({ id }) => ids.has(id)));
  }
  const rows = useMemo(
    () => [...pending, ...processed].sort(comparators[order]),
    [pending, processed, order],
  );
  const release = useCallback(() => {
    clear(processed);
    setProcessed([]);
  }, [clear, processed]);
  return { rows, processed, outcomes, record, release };
}

const isFocusInProcessedRow = (panel: HTMLElement | null) =>
  Boolean(panel?.contains(document.activeElement) && document.activeElement?.closest('[data-processed]'));

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

/** Calls `release` when the mouse isn't over the panel and the focus isn't in a processed row. */
function useRelease(
  panel: RefObject<HTMLElement | null>,
  processed: readonly unknown[],
  release: () => void,
) {
  const { isMouseOver, usesKeyboard, listeners } = usePointerAndKeyboard();
  const movedAt = useRef(-Infinity);
  useEffect(() => {
    if (processed.length === 0) return undefined;
    let timer = 0;
    const tryRelease = () => {
      const isAtKeys = usesKeyboard.current && isFocusInProcessedRow(panel.current);
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
  }, [panel, processed, release, isMouseOver, usesKeyboard]);
  return {
    listeners,
    usesKeyboard: useCallback(() => usesKeyboard.current, [usesKeyboard]),
    hasJustMoved: useCallback(() => performance.now() - movedAt.current < MOVED_WITHIN_MS, []),
  };
}

export type StableQueue<Row extends Identified, Outcome> = {
  /** The pending rows and the processed ones that are still shown. */
  rows: Row[];
  pendingCount: number;
  /** Null while the row is pending; `unknown` when it was processed in another window. */
  outcomeOf: (row: Identified) => Outcome | 'unknown' | null;
  /** Records how a row was processed here. */
  recordOutcome: (id: string, outcome: Outcome) => void;
  /** For the panel. */
  listeners: ReturnType<typeof useRelease>['listeners'];
  usesKeyboard: () => boolean;
  /** Whether rows have just moved. */
  hasJustMoved: () => boolean;
};

/**
 * Queue that keeps processed rows in place for a moment, so that a double click can't hit the next row. Mark them with
 * `data-processed`.
 */
export function useStableQueue<Row extends Identified, Outcome>(
  panel: RefObject<HTMLElement | null>,
  pending: Row[],
  /** Which row is first. */
  first: QueueOrder,
): StableQueue<Row, Outcome> {
  const {
    rows,
    processed,
    outcomes,
    record: recordOutcome,
    release,
  } = useProcessedRows<Row, Outcome>(pending, first);
  const presses = useRelease(panel, processed, release);
  const outcomeOf = useCallback(
    ({ id }: Identified) =>
      processed.some((row) => row.id === id) ? (outcomes.get(id) ?? ('unknown' as const)) : null,
    [processed, outcomes],
  );
  return { rows, pendingCount: pending.length, outcomeOf, recordOutcome, ...presses };
}
