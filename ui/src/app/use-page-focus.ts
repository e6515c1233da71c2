import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** After moving to another page the focus and the scroll stand at its start, as after loading one. */
export function usePageFocus() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    // Going back, the browser restores the place itself.
    if (type !== NavigationType.Pop) scrollTo(0, 0);
  }, [pathname, type]);
  return main;
}
