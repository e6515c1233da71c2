import { type MouseEvent, useCallback, useRef } from 'react';

const DOUBLE_WITHIN_MS = 400;
const SAME_PLACE_PX = 12;

/**
 * Whether a press is the second half of a double press, or a key held down. The first one made its row go, so the second
 * one meets the next row, for which it isn't meant. Only presses that count hold up the next one, so that quick clicking
 * goes on; a key is held up until it is let go.
 */
export function useDoublePress(): (event: MouseEvent) => boolean {
  const last = useRef<{ x: number; y: number; at: number } | null>(null);
  return useCallback(({ clientX: x, clientY: y, timeStamp: at, detail }) => {
    const before = last.current;
    const isSecond =
      before !== null &&
      at - before.at <= DOUBLE_WITHIN_MS &&
      Math.hypot(x - before.x, y - before.y) < SAME_PLACE_PX;
    const byKey = detail === 0;
    if (!isSecond || byKey) last.current = { x, y, at };
    return isSecond;
  }, []);
}
