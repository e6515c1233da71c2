import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

const rowOf = (element: Element) => element.closest<HTMLElement>('tr');
const buttonsIn = (panel: Element | null) => [
  ...(panel?.querySelectorAll<HTMLElement>('[data-fulfill]') ?? []),
];

/**
 * Where the focus goes when the row that has it goes: to the same place of the next row, of the one before when it was
 * the last, else to the panel. The rows stand in the table's own order, so the page itself is asked for it.
 */
export function useQueueFocus(panel: RefObject<HTMLElement | null>, rows: unknown) {
  const lost = useRef<{ row: HTMLElement; others: HTMLElement[] } | null>(null);
  useEffect(() => {
    if (!lost.current || lost.current.row.isConnected || document.activeElement !== document.body) return;
    const next = lost.current.others.find((button) => button.isConnected) ?? panel.current;
    lost.current = null;
    next?.focus({ preventScroll: true });
  }, [panel, rows]);
  /** For what the panel hears of: focus comes in, or a press in a browser that gives a pressed button no focus. */
  const keep = ({ target }: SyntheticEvent) => {
    const row = target instanceof Element ? rowOf(target) : null;
    const buttons = buttonsIn(panel.current);
    const at = buttons.findIndex((button) => row?.contains(button));
    lost.current =
      row && at >= 0 ? { row, others: [...buttons.slice(at + 1), ...buttons.slice(0, at).reverse()] } : null;
  };
  return { onFocus: keep, onClick: keep };
}
