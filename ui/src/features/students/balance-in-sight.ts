import { createContext, use, useCallback } from 'react';

/** Given by the student layout: told whether the page shows the balance itself, so that it never stands there twice. */
export const BalanceInSightContext = createContext<(inSight: boolean) => void>(() => undefined);

/** The bars of a phone cover what lies under them: a balance there is not in sight. */
const COVERED_BY_BARS = '-60px 0px -68px';

/** A ref for the page's own balance. */
export function useBalanceInSight() {
  const report = use(BalanceInSightContext);
  return useCallback(
    (element: HTMLElement) => {
      const observer = new IntersectionObserver(
        (entries) => {
          report(entries.at(-1)?.isIntersecting ?? false);
        },
        { rootMargin: COVERED_BY_BARS, threshold: 0.9 },
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
        report(false);
      };
    },
    [report],
  );
}
