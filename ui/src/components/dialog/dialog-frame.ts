import { type KeyboardEvent, type MouseEvent as ReactMouseEvent, useCallback, useRef } from 'react';

import { panelRef } from './open-panels';

const overlayBaseClass = 'animate-fade fixed inset-0 z-30 bg-scrim';

/** Same z-index as the panels: a later overlay covers an earlier dialog. */
export const overlayClass = overlayBaseClass;

/**
 * Overlay that centers its panel between two spacers: the top one is as high as the notices (`--notice`, theme.css),
 * the bottom one 16 px. Only tall panels move when a toast is shown.
 */
export const centeredOverlayClass =
  overlayBaseClass +
  ' flex flex-col items-center px-4 large-text:px-2 after:min-h-4 after:grow after:basis-0 ' +
  'before:min-h-[max(1rem,var(--notice))] before:grow before:basis-0';

/** The scroll padding is for the focus ring, and for a table's head and a footer that stay while the panel scrolls. */
export const panelClass =
  'animate-rise relative z-30 min-h-0 w-full scroll-py-4 overflow-y-auto rounded-card bg-surface p-(--panel-padding) shadow-high ' +
  'has-data-sticky-footer:not-short:scroll-pt-12 has-data-sticky-footer:not-short:scroll-pb-28 ' +
  'max-sm:has-data-sticky-footer:not-short:scroll-pb-44';

const focusableIn = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea'),
];

/**
 * Focus fallbacks if the opener is gone: of a bar of selected rows their count, of a row the row itself, else the same
 * control in the next or previous row, else the row's first control.
 */
function focusFallbacks(opener: HTMLElement): HTMLElement[] {
  const bar = opener.closest('[data-selection-bar]');
  const status = bar?.parentElement?.querySelector<HTMLElement>('[data-selection-status]');
  if (status) return [status];
  const row = opener.closest<HTMLElement>('tr, li');
  if (!row) return [];
  const controls = focusableIn(row);
  const index = controls.indexOf(opener);
  const neighbors = [row.nextElementSibling, row.previousElementSibling].flatMap(
    (other) => (other && focusableIn(other)[index]) ?? [],
  );
  return [...(row.hasAttribute('tabindex') ? [row] : []), ...neighbors, ...controls.slice(0, 1)];
}

/** Focuses the first input without selecting its text; Radix would select it. */
function focusWithoutSelecting(event: Event) {
  const field = event.target instanceof Element && event.target.querySelector('input');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/** Radix moves the focus without scrolling: to the first control of a dialog, and from its last one to the first. */
function scrollToFocus() {
  document.activeElement?.scrollIntoView({ block: 'nearest' });
}

function scrollAfterTab({ key }: KeyboardEvent) {
  if (key === 'Tab') scrollToFocus();
}

const DOUBLE_CLICK_MS = 500;

function isInside(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
}

/**
 * Props of a dialog's panel. They restore the focus when the dialog closes, with fallbacks if the opener is gone: Radix
 * does this only for dialogs with a trigger. While the dialog is open, the focus is always in view. The second click of
 * the double click that opened the dialog does nothing: it presses no button that came under the pointer, and doesn't
 * close the dialog.
 */
export function useFocusReturn({ keepText = false } = {}) {
  const candidates = useRef<HTMLElement[]>([]);
  const openedAt = useRef(0);
  const isClicked = useRef(false);
  const onOpenAutoFocus = useCallback(
    (event: Event) => {
      const opener = document.activeElement;
      openedAt.current = performance.now();
      isClicked.current = false;
      candidates.current = opener instanceof HTMLElement ? [opener, ...focusFallbacks(opener)] : [];
      if (keepText) focusWithoutSelecting(event);
      queueMicrotask(scrollToFocus);
    },
    [keepText],
  );
  const onCloseAutoFocus = useCallback((event: Event) => {
    event.preventDefault();
    const target = candidates.current.find((one) => one.isConnected && !one.matches(':disabled'));
    // Don't scroll to a fallback element.
    if (target) target.focus({ preventScroll: target !== candidates.current[0] });
    // Nested dialogs: the outer one has already restored the focus.
    else if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus();
  }, []);
  const onClickCapture = useCallback((event: ReactMouseEvent) => {
    // `detail` is the number of clicks; the first one was outside.
    if (isClicked.current || event.detail < 2) isClicked.current = true;
    else {
      event.preventDefault();
      event.stopPropagation();
    }
  }, []);
  const onPointerDownOutside = useCallback((event: CustomEvent<{ originalEvent: PointerEvent }>) => {
    const isSoon = performance.now() - openedAt.current < DOUBLE_CLICK_MS;
    const opener = candidates.current[0];
    if (isSoon && opener && isInside(opener, event.detail.originalEvent)) event.preventDefault();
  }, []);
  return {
    ref: panelRef,
    onClickCapture,
    onPointerDownOutside,
    onOpenAutoFocus,
    onCloseAutoFocus,
    onKeyUp: scrollAfterTab,
  };
}
