import type { UseQueryResult } from '@tanstack/react-query';

import { host } from '@/components/host';
import { ErrorState } from '@/components/message-state';

import { NetworkError } from './api-error';

type QueryErrorProps = {
  /** What didn't load, such as "The students didn't load". */
  title: string;
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
  level?: 1 | 2 | 3;
};

/** The error state of a query that has nothing to show, with Try again. */
export function QueryError({ title, query, level = 2 }: QueryErrorProps) {
  const away = query.error instanceof NetworkError;
  return (
    <ErrorState title={title} level={level} retrying={query.isFetching} onRetry={() => void query.refetch()}>
      {away ? `The ${host()} can't be reached. This fills in by itself when it is back.` : undefined}
    </ErrorState>
  );
}
