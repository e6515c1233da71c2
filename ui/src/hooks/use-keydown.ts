import { useEffect, useEffectEvent } from 'react';

/** Calls back on every keydown of the document while mounted. */
export function useKeydown(onKeydown: (event: KeyboardEvent) => void) {
  const handle = useEffectEvent(onKeydown);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      // Ignore keys during IME composition.
      if (!event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey) handle(event);
    };
    document.addEventListener('keydown', listener);
    return () => {
      document.removeEventListener('keydown', listener);
    };
  }, []);
}
