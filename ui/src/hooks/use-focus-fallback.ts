import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Ref for the element that takes the focus if it is lost when `kind` changes; undefined is ignored. */
export function useFocusFallback<Target extends HTMLElement>(kind: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const last = useRef(kind);
  useLayoutEffect(() => {
    const changed = last.current !== undefined && last.current !== kind;
    last.current = kind;
    if (changed && document.activeElement === document.body) target.current?.focus();
  }, [kind]);
  return target;
}
