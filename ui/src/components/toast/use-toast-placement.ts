import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

import { isPhone } from '@/hooks/use-is-phone';

type Edge = 'top' | 'bottom';

function overlap(one: Element, other: Element): boolean {
  const a = one.getBoundingClientRect();
  const b = other.getBoundingClientRect();
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** Moves the list to the edge where it covers neither the form of the last click nor at least its control. */
function placeList(list: HTMLElement, pressed: Element | null) {
  const edges: Edge[] = isPhone() ? ['top', 'bottom'] : ['bottom', 'top'];
  const obstacles = [pressed?.closest('form'), pressed].filter((element) => element != null);
  for (const obstacle of obstacles) {
    for (const edge of edges) {
      list.dataset['edge'] = edge;
      if (!overlap(list, obstacle)) return;
    }
  }
  [list.dataset['edge']] = edges;
}

/** The last clicked control. Safari doesn't focus clicked buttons. */
function useLastPressedControl() {
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    const remember = ({ target }: Event) => {
      if (target instanceof Element)
        pressed.current = target.closest('button, a, input, textarea, select, label');
    };
    document.addEventListener('click', remember, true);
    return () => {
      document.removeEventListener('click', remember, true);
    };
  }, []);
  return pressed;
}

/**
 * Places the toast list (a ref) so that it doesn't cover the related control, and sets its height as `--toast` for open
 * dialogs. `panel` is that of the dialog in which the list is.
 */
export function useToastPlacement(message: object | null, panel: Element | null) {
  const list = useRef<HTMLOListElement>(null);
  const ref = useCallback((element: HTMLOListElement | null) => {
    list.current = element;
    return () => {
      // Radix pauses toasts while the focus is in the list, and isn't told of a focused element that is removed.
      if (element?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
      list.current = null;
    };
  }, []);
  const pressed = useLastPressedControl();
  useLayoutEffect(() => {
    const element = list.current;
    if (!message || !element) return undefined;
    const { style } = document.documentElement;
    const update = () => {
      style.setProperty('--toast', `${element.offsetHeight}px`);
      placeList(element, pressed.current);
    };
    update();
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('resize', update);
      style.removeProperty('--toast');
    };
  }, [message, pressed, panel]);
  return ref;
}
