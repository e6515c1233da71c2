import { createContext, use, useCallback } from 'react';

/** Reports to the student layout whether the page itself shows the balance. */
export const BalanceVisibilityContext = createContext<(inSight: boolean) => void>(() => undefined);

/** Excludes the areas covered by the bars on phones. */
const ROOT_MARGIN = [-60, 0, -68].map((px) => `${px}px`).join(' ');

/** Ref callback that reports whether the page's balance is visible. */
export function useBalanceVisibility() {
  const report = use(BalanceVisibilityContext);
  return useCallback(
    (element: HTMLElement) => {
      const observer = new IntersectionObserver(
        (entries) => {
          report(entries.at(-1)?.isIntersecting ?? false);
        },
        { rootMargin: ROOT_MARGIN, threshold: 0.9 },
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
