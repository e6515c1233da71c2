import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { Card } from '@/components/card';
import { usePageTitle } from '@/components/page';
import { Loading, Skeleton, SkeletonRows } from '@/components/skeleton';

/** Skeleton of the class dashboard. */
export function ClassSkeleton() {
  usePageTitle(t`Class`);
  return (
    <div className="mx-auto max-w-page">
      <h1 className="sr-only">
        <Trans>Class dashboard</Trans>
      </h1>
      <Loading label={t`Loading class dashboard...`}>
        <div className="mb-4 flex h-14 items-center justify-between gap-5">
          <Skeleton className="h-7 w-60" />
          <Skeleton className="h-9 w-90 max-sm:hidden" />
        </div>
        <Card className="mb-4 flex h-15.5 items-center gap-5 px-5">
          <Skeleton className="h-8 w-50" />
          <Skeleton className="h-9 w-24" />
        </Card>
        <Card className="overflow-clip">
          <div className="flex h-13 items-center border-b border-line px-4">
            <Skeleton className="h-9 w-66" />
          </div>
          <SkeletonRows rows={10} />
        </Card>
      </Loading>
    </div>
  );
}
