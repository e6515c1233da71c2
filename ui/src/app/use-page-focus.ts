import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** What has the focus may go, as an empty list's button does when the list fills: then the page itself takes it. */
function useFocusKept(main: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const page = main.current;
    if (!page) return;
    let last: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !(last instanceof Element) || last.isConnected) return;
      page.focus({ preventScroll: true });
    });
    page.addEventListener('focusin', remember);
    observer.observe(page, { childList: true, subtree: true });
    return () => {
      page.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [main]);
}

/** After moving to another page the focus and the scroll stand at its start, as after loading one. */
export function usePageFocus() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const main = useRef<HTMLElement>(null);
  // Shown by loading it the page leaves the focus to the browser; after signing in the dialog's focus is lost.
  const shown = useRef(type === NavigationType.Pop ? pathname : null);
  useFocusKept(main);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    // Going back, the browser restores the place itself.
    if (type !== NavigationType.Pop) scrollTo(0, 0);
  }, [pathname, type]);
  return main;
}
