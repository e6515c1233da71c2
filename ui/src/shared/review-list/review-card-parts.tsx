import type { ReactNode } from 'react';

import { Avatar } from '@/components/avatar';
import { LongText } from '@/components/long-text';
import { RelativeTime } from '@/components/relative-time';
import { Skeleton } from '@/components/skeleton';
import { Amount } from '@/shared/amount';

type ReviewCardHeaderProps = {
  row: { studentName: string; className: string; createdAt: string };
  /** The id of the student's name. */
  id: string;
  /** A checkbox before the student. */
  leading?: ReactNode;
};

/** The student, the class, and when it was sent. */
export function ReviewCardHeader({ row, id, leading }: ReviewCardHeaderProps) {
  return (
    <div className="flex items-center gap-3">
      {leading}
      <Avatar name={row.studentName} />
      <div className="min-w-0 grow">
        <p id={id} className="font-mid wrap-anywhere">
          <bdi>{row.studentName}</bdi>
        </p>
        <p className="text-small wrap-anywhere text-ink-2">
          <bdi>{row.className}</bdi> · <RelativeTime iso={row.createdAt} />
        </p>
      </div>
    </div>
  );
}

export function ReviewCardGoal({ id, name, goalbucks }: { id: string; name: string; goalbucks: number }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2 id={id} className="wrap-anywhere">
        <bdi>{name}</bdi>
      </h2>
      <Amount value={goalbucks} />
    </div>
  );
}

/** The student's text. */
export function ReviewCardText({ label, text }: { label: string; text: string }) {
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <p className="mb-0.5 text-small text-ink-2">{label}</p>
      <LongText text={text} />
    </div>
  );
}

/** The content of a card that is loading. */
export function ReviewCardSkeleton({ textClass }: { textClass: string }) {
  return (
    <>
      <div className="flex items-center gap-3">
        <Skeleton className="h-9 w-9" />
        <div className="flex min-w-0 flex-col gap-2">
          <Skeleton className="w-32" />
          <Skeleton className="w-48" />
        </div>
      </div>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className={textClass} />
      <div className="mt-auto flex justify-end gap-2">
        <Skeleton className="h-9 w-24" />
        <Skeleton className="h-9 w-30" />
      </div>
    </>
  );
}
