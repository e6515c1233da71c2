import { type RefObject, useEffect, useRef } from 'react';

/** What has the focus when this step of an open dialog comes: the dialog itself only looks for it when it opens. */
export function useFocusAtStart<Element extends HTMLElement>(): RefObject<Element | null> {
  const first = useRef<Element>(null);
  useEffect(() => {
    first.current?.focus();
  }, []);
  return first;
}
