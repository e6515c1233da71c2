import { i18n } from '@lingui/core';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { LedgerEntry } from '@/api/types';
import { LongText } from '@/components/long-text';
import { RelativeTime } from '@/components/relative-time';
import type { RowFocusProps } from '@/components/show-more';
import { Skeleton } from '@/components/skeleton';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';
import { Amount } from '@/shared/amount';

import { reasons } from './reasons';

const rowClass =
  'flex large-text:flex-wrap min-h-16 items-start gap-3 border-t border-line px-4 py-3 outline-offset-[-3px]! first:border-t-0 sm:gap-4 sm:px-5';

export type EntryActions = {
  renderAction?: ((entry: LedgerEntry) => ReactNode) | undefined;
};

type LedgerEntryItemProps = { entry: LedgerEntry; focusProps: RowFocusProps } & EntryActions;

/** Shows when a later entry reversed this one. */
function Reversal({ entry }: { entry: LedgerEntry }) {
  const { reason, reversedAt } = entry;
  if (reversedAt === null) return null;
  return (
    <>
      {' '}
      <span aria-hidden>·</span>{' '}
      <span className="inline-block">
        {reason === 'goal' ? (
          <Trans>
            Reopened <RelativeTime iso={reversedAt} />
          </Trans>
        ) : (
          <Trans>
            Taken back <RelativeTime iso={reversedAt} />
          </Trans>
        )}
      </span>
    </>
  );
}

export function LedgerEntryItem({ entry, focusProps, renderAction }: LedgerEntryItemProps) {
  const { label, Icon } = reasons[entry.reason];
  const isIncome = entry.amount > 0;
  const balance = formatNumber(entry.balanceAfter);
  const action = renderAction?.(entry);
  return (
    // Focusable: the row takes the focus when its action disappears.
    <li {...focusProps} {...(renderAction && { tabIndex: -1 })} className={rowClass}>
      <span
        className={classNames(
          'mt-1 grid size-8 shrink-0 place-items-center rounded-control [&>svg]:size-4.5',
          isIncome ? 'bg-gold-soft text-gold-ink' : 'bg-sunken text-ink-2',
        )}
      >
        <Icon aria-hidden />
      </span>
      <div className="flex min-w-0 grow flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-4">
        <div className="min-w-0">
          <LongText text={entry.description} />
          <p className="text-small text-ink-2">
            {/* The time wraps to its own line if there is no room for both. */}
            <span className="inline-block">
              {i18n._(label)} <span aria-hidden>·</span>
            </span>{' '}
            <span className="inline-block">
              <RelativeTime iso={entry.createdAt} />
            </span>
            <Reversal entry={entry} />
          </p>
        </div>
        {action && <span className="shrink-0 max-sm:-ms-2">{action}</span>}
      </div>
      <div className="shrink-0 text-end">
        <Amount signed hideUnit plain={!isIncome} value={entry.amount} />
        <p className="text-small text-ink-2">
          <Trans>Balance {balance}</Trans>
        </p>
      </div>
    </li>
  );
}

/** Rows that are still loading. */
export function LedgerSkeleton() {
  return Array.from({ length: 6 }, (_, row) => (
    <div key={row} className={rowClass}>
      <Skeleton className="mt-1 size-8" />
      <div className="flex grow flex-col gap-2.5 py-1">
        <Skeleton className={row % 2 === 0 ? 'w-2/5' : 'w-1/2'} />
        <Skeleton className="h-2.5 w-28" />
      </div>
      <Skeleton className="mt-1.5 w-16" />
    </div>
  ));
}
