import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';

import type { SubmissionListItem } from '@/api/types';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { TrayArt } from '@/components/illustrations/illustrations';
import { Skeleton } from '@/components/skeleton';
import { FilterBar, NothingMatches } from '@/shared/filters/filter-bar';
import { reviewFields } from '@/shared/filters/row-fields';
import { useListFilters } from '@/shared/filters/use-filters';
import { QueryView } from '@/shared/query-view';
import { type OtherTab, OtherTabPrompt } from '@/shared/review-list/other-tab-prompt';
import { ReviewCardSkeleton } from '@/shared/review-list/review-card-parts';
import type { QueueOrder } from '@/shared/review-list/use-stable-queue';

import { usePendingSubmissions } from './queries';
import { RecentlyReviewed } from './recently-reviewed';
import { ReviewQueue } from './review-queue';
import { useQueueOrder } from './use-queue-order';

function SkeletonCard({ photo }: { photo: boolean }) {
  return (
    <Card className="flex min-h-63 overflow-hidden">
      {photo && <Skeleton className="h-auto w-60 rounded-none max-sm:hidden xl:w-84" />}
      <div className="flex grow flex-col gap-4 px-6 py-5">
        <ReviewCardSkeleton textClass="h-16" />
      </div>
    </Card>
  );
}

function NothingPending({ otherTab }: Pick<PendingSubmissionsProps, 'otherTab'>) {
  if (otherTab) return <OtherTabPrompt art={<TrayArt />} title={t`No submissions waiting`} {...otherTab} />;
  return (
    <EmptyState art={<TrayArt />} title={t`You're all caught up`}>
      <Trans>What your students submit shows up here by itself.</Trans>
    </EmptyState>
  );
}

const FIELDS = reviewFields<SubmissionListItem>(({ goalName }) => goalName);

type PendingSubmissionsProps = {
  shortcuts: boolean;
  /** Pending items in the other tab, if any. */
  otherTab: OtherTab | null;
};

/** The rows in this order, after the one that the page's address names. */
function useDisplayOrder(order: QueueOrder) {
  const first = useSearchParams()[0].get('first');
  return (newestFirst: SubmissionListItem[]) => {
    const rows = order === 'newest' ? newestFirst : [...newestFirst].reverse();
    const named = rows.filter(({ id }) => id === first);
    return [...named, ...rows.filter(({ id }) => id !== first)];
  };
}

/** The Submissions tab: pending and recently reviewed submissions. */
export function PendingSubmissions({ shortcuts, otherTab }: PendingSubmissionsProps) {
  const pending = usePendingSubmissions();
  const [order, setOrder] = useQueueOrder();
  const inOrder = useDisplayOrder(order);
  const filters = useListFilters(pending.data, FIELDS);
  return (
    <QueryView
      query={pending}
      variant="card"
      title={t`The submissions didn't load`}
      loading={t`Loading submissions...`}
      skeleton={
        <div className="card-columns gap-4">
          <SkeletonCard photo />
          <SkeletonCard photo={false} />
        </div>
      }
    >
      {(rows) => {
        const ordered = inOrder(rows);
        const shown = ordered.filter(filters.matches);
        return (
          <>
            <FilterBar filters={filters} count={{ shown: shown.length, all: rows.length }} />
            <ReviewQueue
              rows={shown}
              pending={ordered}
              order={order}
              onOrder={setOrder}
              shortcuts={shortcuts}
              empty={
                <Card>
                  {rows.length > 0 ? (
                    <NothingMatches filters={filters} />
                  ) : (
                    <NothingPending otherTab={otherTab} />
                  )}
                </Card>
              }
            />
            <RecentlyReviewed pending={rows} />
          </>
        );
      }}
    </QueryView>
  );
}
