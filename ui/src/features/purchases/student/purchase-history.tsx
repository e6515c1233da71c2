import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';

import { hasNoRows } from '@/api/cursor-pagination';
import type { Purchase } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { TrayArt } from '@/components/illustrations/illustrations';
import { RelativeTime } from '@/components/relative-time';
import { PagedList, type RowFocusProps } from '@/components/show-more';
import { Skeleton } from '@/components/skeleton';
import { Amount } from '@/shared/amount';
import { QueryView } from '@/shared/query-view';

import { PurchaseBadge } from './purchase-badge';
import { purchasesOfStudentQuery } from './queries';

const rowClass =
  'flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 outline-offset-[-3px]! first:border-t-0 sm:flex-nowrap sm:px-5';

/** Text besides the status: that the teacher will hand the item over, or the refund and its reason. */
function PurchaseStatusText({ purchase }: { purchase: Purchase }) {
  if (purchase.status === 'pending') return t`Your teacher will give it to you.`;
  if (purchase.status === 'fulfilled') return null;
  const { goalbucksCost, cancelReason } = purchase;
  return (
    <>
      <Plural value={goalbucksCost} one="Your # GoalBuck is back." other="Your # GoalBucks are back." />
      {cancelReason !== null && (
        <span className="mt-1 block wrap-anywhere whitespace-pre-line">
          <Trans>
            <span className="sr-only">Your teacher wrote: </span>“<bdi>{cancelReason}</bdi>”
          </Trans>
        </span>
      )}
    </>
  );
}

type PurchaseHistoryItemProps = { purchase: Purchase; focusProps: RowFocusProps };

function PurchaseHistoryItem({ purchase, focusProps }: PurchaseHistoryItemProps) {
  const { itemName, purchasedAt, status, goalbucksCost } = purchase;
  return (
    <li {...focusProps} className={rowClass}>
      <div className="min-w-0 grow max-sm:basis-full">
        <h3 className="font-text wrap-anywhere">
          <bdi>{itemName}</bdi>
        </h3>
        <p className="text-small text-ink-3">
          <Trans>
            Purchased <RelativeTime iso={purchasedAt} />
          </Trans>
        </p>
        <div className="text-small text-ink-2 empty:hidden">
          <PurchaseStatusText purchase={purchase} />
        </div>
      </div>
      <span className="sm:w-28">
        <PurchaseBadge status={status} />
      </span>
      <span className="min-w-21 text-end max-sm:ms-auto">
        <Amount
          signed
          hideUnit
          value={-goalbucksCost}
          className={status === 'cancelled' ? 'line-through' : ''}
        />
      </span>
    </li>
  );
}

const widths = ['w-40', 'w-56', 'w-32'];

function HistorySkeleton() {
  return widths.map((width) => (
    <div key={width} className={rowClass}>
      <div className="grow">
        <Skeleton className={width} />
        <Skeleton className="mt-2.5 h-2.5 w-28" />
      </div>
      <Skeleton className="h-7 w-24" />
      <Skeleton className="ms-6 w-12" />
    </div>
  ));
}

/** The student's purchases in pages of 50. */
export function PurchaseHistory() {
  const purchases = useInfiniteQuery(purchasesOfStudentQuery(useStudent().id));
  return (
    <Card className="overflow-clip">
      <QueryView
        query={purchases}
        level={3}
        title={t`Your purchases didn't load`}
        loading={t`Loading purchases...`}
        skeleton={<HistorySkeleton />}
        isEmpty={hasNoRows}
        empty={
          <EmptyState level={3} art={<TrayArt />} title={t`No purchases yet`}>
            <Trans>All that you buy is kept here.</Trans>
          </EmptyState>
        }
      >
        {({ pages }) => (
          <PagedList
            query={purchases}
            pages={pages}
            renderRow={(purchase, focusProps) => (
              <PurchaseHistoryItem key={purchase.id} purchase={purchase} focusProps={focusProps} />
            )}
          />
        )}
      </QueryView>
    </Card>
  );
}
