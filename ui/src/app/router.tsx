import { type ReactNode, useEffect } from 'react';
import { unstable_HistoryRouter as HistoryRouter, useLocation } from 'react-router';

import { dialogHistory } from '@/components/dialog/dialog-history';
import { HistoryContext } from '@/shared/redirect';

import type { createHistory } from './browser-history';

function NavigationEnd() {
  const location = useLocation();
  useEffect(() => {
    dialogHistory.finishNavigation();
  }, [location]);
  return null;
}

type RouterProps = { history: ReturnType<typeof createHistory>; children: ReactNode };

/**
 * Router with the history of `createHistory`. Not a data router: TanStack Query loads the data, and the data router would
 * add 20 KB to a student's first load.
 */
export function Router({ history, children }: RouterProps) {
  return (
    <HistoryContext value={history}>
      <HistoryRouter history={history}>
        {children}
        <NavigationEnd />
      </HistoryRouter>
    </HistoryContext>
  );
}
