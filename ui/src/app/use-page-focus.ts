import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

import { openPanels } from '@/components/dialog/open-panels';
import { pagePath } from '@/lib/page-path';

/** Focuses the page when the focused element is removed. An open dialog keeps the focus itself. */
function useFocusRecovery(main: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const page = main.current;
    if (!page) return;
    let last: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      if (openPanels.get().length > 0 || document.activeElement !== document.body) return;
      if (!(last instanceof Element) || last.isConnected) return;
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

/** Resets focus and scroll position on navigation, as after a page load. */
export function usePageFocus() {
  const pathname = pagePath(useLocation().pathname);
  const type = useNavigationType();
  const main = useRef<HTMLElement>(null);
  // A page load leaves the focus to the browser; after signing in it has to be set.
  const shown = useRef(type === NavigationType.Pop ? pathname : null);
  useFocusRecovery(main);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    // The browser restores the scroll position on Back.
    if (type !== NavigationType.Pop) scrollTo(0, 0);
  }, [pathname, type]);
  return main;
}
