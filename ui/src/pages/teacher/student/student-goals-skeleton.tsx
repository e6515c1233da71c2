import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { Card } from '@/components/card';
import { usePageTitle } from '@/components/page';
import { Loading, Skeleton } from '@/components/skeleton';
import { GoalListSkeleton } from '@/features/goals/teacher/goal-list';

/** The student's page while the student loads. */
export function StudentGoalsSkeleton() {
  usePageTitle(t`Student Goals`);
  return (
    <div className="mx-auto max-w-page">
      <h1 className="sr-only">
        <Trans>Student Goals</Trans>
      </h1>
      <Loading label={t`Loading student goals...`}>
        <Skeleton className="mb-4 w-44" />
        <Skeleton className="mb-3 h-6 w-56" />
        <Skeleton className="mb-5 w-24" />
        <Card className="flex h-19 items-center gap-16 px-5">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-8 w-28" />
        </Card>
        <Skeleton className="mt-10 mb-8 w-56" />
        {[3, 5].map((rows) => (
          <div key={rows} className="mb-6">
            <Skeleton className="mb-4 h-5 w-36" />
            <Card>
              <GoalListSkeleton rows={rows} />
            </Card>
          </div>
        ))}
      </Loading>
    </div>
  );
}
