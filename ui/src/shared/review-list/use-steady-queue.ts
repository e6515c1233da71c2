import { type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How long a settled row keeps its place: as long as the toast with Undo is shown. */
const HOLD_MS = 5000;
const RETRY_MS = 500;
/** A press so soon after the rows have moved was aimed at what stood there before. */
const MOVED_WITHIN_MS = 400;

type Identified = { id: string };
type QueueOrder = 'oldest first' | 'newest first';

// Ids grow with time, so rows of the same moment have an order too.
const comparators = {
  'oldest first': (one: Identified, other: Identified) => (one.id < other.id ? -1 : 1),
  'newest first': (one: Identified, other: Identified) => (one.id < other.id ? 1 : -1),
};

/** The outcomes by row id. An outcome is forgotten with its row: what is pending again may be settled otherwise. */
function useOutcomes<Outcome>() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const note = useCallback((id: string, outcome: Outcome) => {
    setOutcomes((known) => new Map(known).set(id, outcome));
  }, []);
  const forget = useCallback((rows: readonly Identified[]) => {
    const ids = new Set(rows.map(({ id }) => id));
    setOutcomes((known) => new Map([...known].filter(([id]) => !ids.has(id))));
  }, []);
  return { outcomes, note, forget };
}

/** The pending rows together with those that were pending until just now; `release` drops the latter. */
function useHeldRows<Row extends Identified, Outcome>(pending: Row[], order: QueueOrder) {
  const [last, setLast] = useState(pending);
  const [settled, setSettled] = useState<readonly Row[]>([]);
  const { outcomes, note, forget } = useOutcomes<Outcome>();
  if (last !== pending) {
    const ids = new Set(pending.map(({ id }) => id));
    setLast(pending);
    setSettled([...settled, ...last].filter(({ id }) => !ids.has(id)));
    forget(settled.filter(({ id }) => ids.has(id)));
  }
  const rows = useMemo(
    () => [...pending, ...settled].toSorted(comparators[order]),
    [pending, settled, order],
  );
  const release = useCallback(() => {
    forget(settled);
    setSettled([]);
  }, [forget, settled]);
  return { rows, settled, outcomes, note, release };
}

const isFocusInSettledRow = (panel: HTMLElement | null) =>
  Boolean(panel?.contains(document.activeElement) && document.activeElement?.closest('[data-settled]'));

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
    usesKeyboard: useCallback(() => usesKeyboard.current, [usesKeyboard]),
    hasJustMoved: useCallback(() => performance.now() - movedAt.current < MOVED_WITHIN_MS, []),
  };
}

export type SteadyQueue<Row extends Identified, Outcome> = {
  /** The pending rows and the settled ones that are still shown. */
  rows: Row[];
  pendingCount: number;
  /** Null while the row is pending; `unknown` when it was settled in another window. */
  outcomeOf: (row: Identified) => Outcome | 'unknown' | null;
  /** Records how a row was settled here. */
  note: (id: string, outcome: Outcome) => void;
  /** For the panel. */
  listeners: ReturnType<typeof useRelease>['listeners'];
  usesKeyboard: () => boolean;
  /** Whether a press was aimed at what stood there before. */
  hasJustMoved: () => boolean;
};

/**
 * A queue whose rows keep their places while they are worked through: a settled row says what has become of it and
 * stays for a moment, so that no second press meets the next row. Mark the settled rows with `data-settled`.
 */
export function useSteadyQueue<Row extends Identified, Outcome>(
  panel: RefObject<HTMLElement | null>,
  pending: Row[],
  order: QueueOrder,
): SteadyQueue<Row, Outcome> {
  const { rows, settled, outcomes, note, release } = useHeldRows<Row, Outcome>(pending, order);
  const presses = useRelease(panel, settled, release);
  const outcomeOf = useCallback(
    ({ id }: Identified) =>
      settled.some((row) => row.id === id) ? (outcomes.get(id) ?? ('unknown' as const)) : null,
    [settled, outcomes],
  );
  return { rows, pendingCount: pending.length, outcomeOf, note, ...presses };
}
