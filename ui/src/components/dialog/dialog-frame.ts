import { useCallback, useRef } from 'react';

const scrimLook = 'animate-fade fixed inset-0 z-30 bg-scrim';

/** As high as the panels: the scrim of a question lies over the dialog that asks it, as it comes later. */
export const scrimClass = scrimLook;

/**
 * A scrim with a panel inside, in the middle between two spacers: one as high as what stands at the top of the window
 * (`--notice`, theme.css), the other 16 px. A panel with enough room stays where it is when a toast is shown; a higher
 * one gives way to it.
 */
export const framedScrimClass =
  scrimLook +
  ' flex flex-col items-center px-4 after:min-h-4 after:grow after:basis-0 ' +
  'before:min-h-[max(1rem,var(--notice))] before:grow before:basis-0';

export const panelClass =
  'animate-rise relative z-30 min-h-0 w-full overflow-y-auto rounded-card bg-surface p-6 shadow-high';

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
