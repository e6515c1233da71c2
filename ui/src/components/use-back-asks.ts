import { useEffect, useEffectEvent, useRef } from 'react';

type Entry = { staysOnBack?: true } | null;
const entry = () => history.state as Entry;

/**
 * While it is on, the browser's Back doesn't leave the page, which something would be lost with, but calls `onBack`.
 * A second entry of this page stands in the history meanwhile: Back takes that one.
 */
export function useBackAsks(on: boolean, onBack: () => void) {
  const ask = useEffectEvent(onBack);
  const takingAway = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!on) return;
    clearTimeout(takingAway.current);
    const here = location.href;
    const add = () => {
      if (!entry()?.staysOnBack) history.pushState({ ...entry(), staysOnBack: true }, '');
    };
    const stay = () => {
      // Further back than this page: it is left already.
      if (location.href !== here) return;
      add();
      ask();
    };
    add();
    addEventListener('popstate', stay);
    return () => {
      removeEventListener('popstate', stay);
      // Not at once: an effect that only starts anew keeps it. A page that was left for another one has none.
      takingAway.current = setTimeout(() => {
        if (entry()?.staysOnBack) history.back();
      });
    };
  }, [on]);
}
