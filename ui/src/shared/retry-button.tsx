import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RotateCw } from 'lucide-react';

import { Button } from '@/components/button';

import type { QueryState } from './query-state';

type RetryButtonProps = {
  query: Pick<QueryState<unknown>, 'isFetching' | 'refetch'>;
  /** Shows an icon in place of the text. */
  iconOnly?: boolean;
  className?: string;
};

/** A small "Try again" that refetches a failed query. */
export function RetryButton({ query, iconOnly = false, className }: RetryButtonProps) {
  return (
    <Button
      variant="link"
      className={className}
      pending={query.isFetching}
      onClick={() => void query.refetch()}
      {...(iconOnly && { 'aria-label': t`Try again`, title: t`Try again`, pendingLabel: null })}
    >
      {iconOnly ? <RotateCw aria-hidden /> : <Trans>Try again</Trans>}
    </Button>
  );
}
