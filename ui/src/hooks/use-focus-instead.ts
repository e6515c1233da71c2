import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What takes the focus when the part that had it goes with a change of `kind`, before the page itself does; undefined is none yet. */
export function useFocusInstead<Target extends HTMLElement>(kind: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const last = useRef(kind);
  useLayoutEffect(() => {
    const changed = last.current !== undefined && last.current !== kind;
    last.current = kind;
    if (changed && document.activeElement === document.body) target.current?.focus();
  }, [kind]);
  return target;
}
