import { useEffect } from 'react';

/** Asks before the page is reloaded or closed with unsaved changes. */
export function useBeforeUnload(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
    };
  }, [unsaved]);
}
