import { isStatus, outageOf } from '@/api/api-error';
import { ErrorState } from '@/components/empty-state';
import { serverLabel } from '@/lib/server-label';

import type { QueryState } from './query-state';

type QueryErrorProps = {
  /** Title, such as "The students didn't load". */
  title: string;
  query: Pick<QueryState<unknown>, 'error' | 'isFetching' | 'refetch'>;
  level?: 1 | 2 | 3;
};

/** Additional text for outages and 503 responses. */
function explanation(error: Error | null): string | undefined {
  const outage = outageOf(error);
  if (outage === 'server')
    return `The ${serverLabel()} can't be reached. This fills in by itself when it is back.`;
  if (!isStatus(error, 503) || error.error === undefined) return undefined;
  return error.error + (outage === 'database' ? ' This page does so by itself.' : '');
}

/** Text for errors without a message from the server. */
export const unexpectedError = () => `Something went wrong on the ${serverLabel()}. Nothing was lost.`;

/** Error state of a query without data, with Try again. */
export function QueryError({ title, query, level = 2 }: QueryErrorProps) {
  return (
    <ErrorState title={title} level={level} retrying={query.isFetching} onRetry={() => void query.refetch()}>
      {explanation(query.error) ?? unexpectedError()}
    </ErrorState>
  );
}
