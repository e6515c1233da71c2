import { Card } from '@/components/card';
import { Skeleton } from '@/components/skeleton';

export function HeroSkeleton() {
  return (
    <Card className="flex min-h-73 flex-col p-5 sm:px-8 sm:pt-6 sm:pb-8">
      <Skeleton className="w-28" />
      <Skeleton className="mt-5 h-5 w-4/5 max-w-80" />
      <Skeleton className="mt-3 h-5 w-1/2 max-w-52" />
      <Skeleton className="mt-5 w-40" />
      <Skeleton className="mt-auto h-13 w-full sm:w-50" />
    </Card>
  );
}

const widths = ['w-56', 'w-72', 'w-44'];

/** Cards of current goals that are still loading. */
export function GoalCardsSkeleton() {
  return (
    <div className="card-columns gap-3">
      {widths.map((width) => (
        <Card key={width} className="flex items-center justify-between gap-4 px-4 py-4 sm:px-5">
          <div className="min-w-0">
            <Skeleton className={`my-1.5 h-4 max-w-full ${width}`} />
            <Skeleton className="my-2 w-40" />
          </div>
          <Skeleton className="h-12 w-36 max-sm:hidden" />
        </Card>
      ))}
    </div>
  );
}

/** Rows of completed goals that are still loading. */
export function CompletedGoalsSkeleton() {
  return (
    <Card>
      {widths.map((width) => (
        <div
          key={width}
          className="flex min-h-16 items-center gap-3 border-t border-line px-4 first:border-t-0 sm:px-5"
        >
          <Skeleton className="size-7" />
          <div className="min-w-0 grow">
            <Skeleton className={`max-w-full ${width}`} />
            <Skeleton className="mt-2 h-2.5 w-32" />
          </div>
          <Skeleton className="w-10" />
        </div>
      ))}
    </Card>
  );
}
