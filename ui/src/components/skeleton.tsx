import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

/** Gray placeholder bar; give it a size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span className={classNames('animate-shimmer block h-3 max-w-full rounded-control bg-line', className)} />
  );
}

/** Loading status for screen readers around skeletons. */
export function Loading({
  label,
  children,
  className,
}: {
  label: string;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Rows of a list or table that is still loading. */
export function SkeletonRows({ rows = 7 }: { rows?: number }) {
  const widths = ['w-2/5', 'w-1/2', 'w-1/3', 'w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'];
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="flex h-11 items-center gap-4 border-b border-line px-4 last:border-b-0">
      <Skeleton className="size-4.5" />
      <div className="grow">
        <Skeleton className={widths[row % widths.length] ?? 'w-1/2'} />
      </div>
      <Skeleton className="w-16" />
      <Skeleton className="w-24 max-sm:hidden" />
    </div>
  ));
}
