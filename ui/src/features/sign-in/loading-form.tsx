import { t } from '@lingui/core/macro';

import { Loading, Skeleton } from '@/components/skeleton';

/** Skeleton of a form. */
export function LoadingForm() {
  return (
    <Loading label={t`Loading...`} className="mt-5">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-13" />
      </div>
    </Loading>
  );
}
