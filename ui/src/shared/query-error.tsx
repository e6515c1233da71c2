import { select, t } from '@lingui/core/macro';

import { isStatus, outageOf } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';
import { ErrorState } from '@/components/empty-state';
import { PageTitle } from '@/components/page';

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
  if (outage === 'server') {
    return select(serverKind(), {
      school: "The school’s server can't be reached. This fills in by itself when it is back.",
      other: "The class computer can't be reached. This fills in by itself when it is back.",
    });
  }
  if (!isStatus(error, 503) || error.error === undefined) return undefined;
  const sentence = error.error;
  return outage === 'database' ? t`${sentence} This page does so by itself.` : sentence;
}

/** Text for errors without a message from the server. */
export const unexpectedError = () =>
  select(serverKind(), {
    school: 'Something went wrong on the school’s server. Nothing was lost.',
    other: 'Something went wrong on the class computer. Nothing was lost.',
  });

/** Error state of a query without data, with Try again. */
export function QueryError({ title, query, level = 2 }: QueryErrorProps) {
  return (
    <>
      {level === 1 && <PageTitle title={title} />}
      <ErrorState
        title={title}
        level={level}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {explanation(query.error) ?? unexpectedError()}
      </ErrorState>
    </>
  );
}
