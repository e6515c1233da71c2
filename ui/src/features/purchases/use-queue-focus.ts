import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

/**
 * Where the focus goes when the control that has it goes: to the same row's button, else to that of the next row, of the
 * one before when it was the last, else to the panel. The rows stand in the table's own order, so the page itself is
 * asked for it.
 */
export function useQueueFocus(panel: RefObject<HTMLElement | null>, rows: unknown) {
  const lost = useRef<{ control: Element; candidates: HTMLElement[] } | null>(null);
  useEffect(() => {
    if (!lost.current || lost.current.control.isConnected || document.activeElement !== document.body) return;
    const buttons = lost.current.candidates
      .filter((row) => row.isConnected)
      .map((row) => row.querySelector<HTMLElement>('[data-fulfill]'));
    lost.current = null;
    (buttons.find((button) => button !== null) ?? panel.current)?.focus({ preventScroll: true });
  }, [panel, rows]);
  /** For what the panel hears of: focus comes in, or a press in a browser that gives a pressed button no focus. */
  const rememberFocus = ({ target }: SyntheticEvent) => {
    if (!(target instanceof Element)) return;
    const control = target.closest('button') ?? target;
    const rowsNow = [...(panel.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])];
    const at = rowsNow.findIndex((row) => row.contains(control));
    lost.current =
      at < 0 ? null : { control, candidates: [...rowsNow.slice(at), ...rowsNow.slice(0, at).reverse()] };
  };
  return { onFocus: rememberFocus, onClick: rememberFocus };
}
