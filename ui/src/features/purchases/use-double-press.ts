import { type MouseEvent, useCallback, useRef } from 'react';

const DOUBLE_WITHIN_MS = 400;
const SAME_PLACE_PX = 12;

/**
 * Whether a press is the second half of a double press, or a key held down. The first one made its row go, so the second
 * one meets the next row, for which it isn't meant.
 */
export function useDoublePress(): (event: MouseEvent) => boolean {
  const last = useRef<{ x: number; y: number; at: number } | null>(null);
  return useCallback(({ clientX: x, clientY: y, timeStamp: at }) => {
    const before = last.current;
    last.current = { x, y, at };
    if (!before || at - before.at > DOUBLE_WITHIN_MS) return false;
    return Math.hypot(x - before.x, y - before.y) < SAME_PLACE_PX;
  }, []);
}
