import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

import { isPhone } from '@/hooks/use-is-phone';

/** Widths in pixels, the preferred one first. */
const WIDTHS = [416, 288, 224];
const STEP_PX = 8;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

/** Boxes of the controls outside of the list. Hidden ones and those for screen readers have at most a pixel. */
function controlBoxes(list: Element): Box[] {
  return [
    ...document.querySelectorAll('a[href], button, input, select, textarea, summary, label, [role=menuitem]'),
  ]
    .filter((control) => !list.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
}

const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** The first free place of the list's width, at either side: on phones from the top, else from the bottom. */
function findPlace(list: HTMLElement, from: number, obstacles: Box[]): Box | undefined {
  const { offsetWidth: width, offsetHeight: height } = list;
  const sides = [document.documentElement.clientWidth - width, 0];
  if (getComputedStyle(list).direction === 'rtl') sides.reverse();
  for (let distance = 0; distance <= innerHeight - from - height; distance += STEP_PX) {
    const top = isPhone() ? from + distance : innerHeight - height - distance;
    for (const left of sides) {
      const place = { left, right: left + width, top, bottom: top + height };
      if (!obstacles.some((obstacle) => overlap(place, obstacle))) return place;
    }
  }
  return undefined;
}

function placeFree(list: HTMLElement, obstacles: Box[]): boolean {
  list.removeAttribute('style');
  const from = list.offsetTop;
  for (const width of WIDTHS) {
    list.style.width = `${Math.min(width, document.documentElement.clientWidth)}px`;
    const place = findPlace(list, from, obstacles);
    if (!place) continue;
    list.style.left = `${place.left}px`;
    list.style.top = `${place.top}px`;
    return true;
  }
  return false;
}

/** Where the list is: `free` covers no control, `strip` has moved the page down, `dialog` is above the open dialog. */
type Place = 'free' | 'strip' | 'dialog';

/** Moves the list to a place where it covers neither a control nor the form of the last click, else at least no control. */
function placeList(list: HTMLElement, pressed: Element | null): Place {
  const page = document.documentElement.style;
  page.removeProperty('--toast-strip');
  list.removeAttribute('style');
  delete list.dataset['strip'];
  if (isDialogOpen()) return 'dialog';
  const controls = controlBoxes(list);
  const form = pressed?.closest('form')?.getBoundingClientRect();
  if ((form && placeFree(list, [...controls, form])) || placeFree(list, controls)) return 'free';
  list.removeAttribute('style');
  list.dataset['strip'] = '';
  page.setProperty('--toast-strip', `${list.offsetHeight}px`);
  return 'strip';
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
 * Places the toast list (a ref) so that it covers no control, also while the page scrolls and changes, and sets its
 * height as `--toast` for open dialogs. Without a free place it is a strip at the top, and the page moves down. `panel`
 * is that of the dialog in which the list is.
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
    let place: Place;
    let height: number;
    const update = () => {
      place = placeList(element, pressed.current);
      height = element.offsetHeight;
      style.setProperty('--toast', `${height}px`);
    };
    const check = () => {
      const own = element.getBoundingClientRect();
      const isOutdated =
        element.offsetHeight !== height ||
        (place === 'dialog') !== isDialogOpen() ||
        (place === 'free' && controlBoxes(element).some((control) => overlap(own, control)));
      if (isOutdated) update();
    };
    update();
    const changes = new MutationObserver(check);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', update);
    window.addEventListener('scroll', check, { capture: true, passive: true });
    return () => {
      changes.disconnect();
      window.removeEventListener('resize', update);
      window.removeEventListener('scroll', check, { capture: true });
      element.removeAttribute('style');
      delete element.dataset['strip'];
      style.removeProperty('--toast');
      style.removeProperty('--toast-strip');
    };
  }, [message, pressed, panel]);
  return ref;
}
