import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus when the focused control disappears: to the same row's button, else to the next or previous row, else
 * to the panel. Reads the row order from the DOM, as the table sorts by itself.
 */
export function useQueueFocus(panel: RefObject<HTMLElement | null>, rows: unknown) {
  const focused = useRef<{ control: Element; candidates: HTMLElement[] } | null>(null);
  // Before the page takes the lost focus (`usePageFocus`).
  useLayoutEffect(() => {
    if (!focused.current || focused.current.control.isConnected || document.activeElement !== document.body)
      return;
    const buttons = focused.current.candidates
      .filter((row) => row.isConnected)
      .map((row) => row.querySelector<HTMLElement>('[data-fulfill]'));
    focused.current = null;
    (buttons.find((button) => button !== null) ?? panel.current)?.focus({ preventScroll: true });
  }, [panel, rows]);
  /** Tracks focus, and clicks for browsers that don't focus clicked buttons. */
  const rememberFocus = ({ target }: SyntheticEvent) => {
    if (!(target instanceof Element)) return;
    const control = target.closest('button') ?? target;
    const rowsNow = [...(panel.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])];
    const at = rowsNow.findIndex((row) => row.contains(control));
    focused.current =
      at < 0 ? null : { control, candidates: [...rowsNow.slice(at), ...rowsNow.slice(0, at).reverse()] };
  };
  return { onFocus: rememberFocus, onClick: rememberFocus };
}
