import { isStatus, whatIsAway } from '@/api/api-error';
import { ErrorState } from '@/components/empty-state';
import { host } from '@/lib/host';

import type { QueryState } from './query-state';

type QueryErrorProps = {
  /** What didn't load, such as "The students didn't load". */
  title: string;
  query: Pick<QueryState<unknown>, 'error' | 'isFetching' | 'refetch'>;
  level?: 1 | 2 | 3;
};

/** What isn't said of every failure: that something is away and comes back, or what the server says about itself. */
function explanation(error: Error | null): string | undefined {
  const away = whatIsAway(error);
  if (away === 'server') return `The ${host()} can't be reached. This fills in by itself when it is back.`;
  if (!isStatus(error, 503) || error.error === undefined) return undefined;
  return error.error + (away === 'database' ? ' This page does so by itself.' : '');
}

/** The sentence for a failure that the server doesn't explain. */
export const unexpectedError = () => `Something went wrong on the ${host()}. Nothing was lost.`;

/** The error state of a query that has nothing to show, with Try again. */
export function QueryError({ title, query, level = 2 }: QueryErrorProps) {
  return (
    <ErrorState title={title} level={level} retrying={query.isFetching} onRetry={() => void query.refetch()}>
      {explanation(query.error) ?? unexpectedError()}
    </ErrorState>
  );
}
