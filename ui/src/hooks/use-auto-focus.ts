import { type RefObject, useEffect, useRef } from 'react';

/** Ref for the element to focus on mount, for steps of an open dialog. */
export function useAutoFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    ref.current?.focus();
  }, []);
  return ref;
}
