import { useCallback, useRef } from 'react';

/** As high as the panels: the scrim of a question lies over the dialog that asks it, as it comes later. */
export const scrimClass = 'animate-fade fixed inset-0 z-30 bg-scrim';

export const panelClass =
  'animate-rise fixed inset-4 z-30 m-auto h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto ' +
  'rounded-card bg-surface p-6 shadow-high';

const controlsOf = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
];

/**
 * The opener's own row, if it can have the focus; else the same control of the next row, or of the one before: for when
 * the row was deleted.
 */
function standIns(opener: HTMLElement): HTMLElement[] {
  const row = opener.closest<HTMLElement>('tr, li');
  if (!row) return [];
  const place = controlsOf(row).indexOf(opener);
  const beside = [row.nextElementSibling, row.previousElementSibling].flatMap(
    (other) => (other && controlsOf(other)[place]) ?? [],
  );
  return row.hasAttribute('tabindex') ? [row, ...beside] : beside;
}

/** Radix would select the text of the field that it focuses. */
function focusWithoutSelecting(event: Event) {
  const field = event.target instanceof Element && event.target.querySelector('input');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/**
 * Focus goes back to what had it before the dialog opened, or to what is in its place when that is gone.
 * Radix does this only for dialogs with a trigger of their own; ours are opened from anywhere.
 */
export function useFocusReturn({ keepText = false } = {}) {
  const candidates = useRef<HTMLElement[]>([]);
  const onOpenAutoFocus = useCallback(
    (event: Event) => {
      const opener = document.activeElement;
      candidates.current = opener instanceof HTMLElement ? [opener, ...standIns(opener)] : [];
      if (keepText) focusWithoutSelecting(event);
    },
    [keepText],
  );
  const onCloseAutoFocus = useCallback((event: Event) => {
    event.preventDefault();
    const target = candidates.current.find((one) => one.isConnected && !one.matches(':disabled'));
    // What stands in for the opener may be partly out of sight: the page stays where it was.
    if (target) target.focus({ preventScroll: target !== candidates.current[0] });
    // Closed together with the dialog around it, which has given the focus back already.
    else if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus();
  }, []);
  return { onOpenAutoFocus, onCloseAutoFocus };
}
