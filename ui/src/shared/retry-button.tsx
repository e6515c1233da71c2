import { Trans } from '@lingui/react/macro';

import { Button } from '@/components/button';

import type { QueryState } from './query-state';

type RetryButtonProps = {
  query: Pick<QueryState<unknown>, 'isFetching' | 'refetch'>;
  className?: string;
};

/** A small "Try again" that refetches a failed query. */
export function RetryButton({ query, className }: RetryButtonProps) {
  return (
    <Button
      variant="link"
      className={className}
      pending={query.isFetching}
      onClick={() => void query.refetch()}
    >
      <Trans>Try again</Trans>
    </Button>
  );
}
