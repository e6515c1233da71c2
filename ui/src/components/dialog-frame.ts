import { useCallback, useRef } from 'react';

export const scrimClass = 'animate-fade fixed inset-0 z-20 bg-scrim';

export const panelClass =
  'animate-rise fixed inset-x-4 top-1/2 z-30 mx-auto max-h-[calc(100dvh-2rem)] -translate-y-1/2 overflow-y-auto ' +
  'rounded-card bg-surface p-6 shadow-high';

const controlsOf = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
];

/** The same control of the next row, or of the one before: for when the opener's own row was deleted. */
function standIns(opener: HTMLElement): HTMLElement[] {
  const row = opener.closest('tr, li');
  if (!row) return [];
  const place = controlsOf(row).indexOf(opener);
  return [row.nextElementSibling, row.previousElementSibling].flatMap(
    (other) => (other && controlsOf(other)[place]) ?? [],
  );
}

/**
 * Focus goes back to what had it before the dialog opened, or to what is in its place when that is gone.
 * Radix does this only for dialogs with a trigger of their own; ours are opened from anywhere.
 */
export function useFocusReturn() {
  const candidates = useRef<HTMLElement[]>([]);
  const onOpenAutoFocus = useCallback(() => {
    const opener = document.activeElement;
    candidates.current = opener instanceof HTMLElement ? [opener, ...standIns(opener)] : [];
  }, []);
  const onCloseAutoFocus = useCallback((event: Event) => {
    event.preventDefault();
    const target = candidates.current.find((one) => one.isConnected && !one.matches(':disabled'));
    (target ?? document.querySelector<HTMLElement>('main'))?.focus();
  }, []);
  return { onOpenAutoFocus, onCloseAutoFocus };
}
