import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useCallback, useState } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { Button } from '@/components/button';
import { RelativeTime } from '@/components/relative-time';
import { GoalAmount } from '@/shared/goal-amount';

/** Whether the submission fits on a line: a text alone, at the first try. */
export const isTextAlone = (row: SubmissionListItem) =>
  row.imageUrl === null &&
  row.imageRemovedAt === null &&
  row.submissionText !== null &&
  row.earlierTries.length === 0;

/** Ref for a line of text, and whether its end is cut off. */
function useIsClipped() {
  const [isClipped, setIsClipped] = useState(false);
  const ref = useCallback((line: HTMLElement | null) => {
    if (!line) return undefined;
    const observer = new ResizeObserver(() => {
      setIsClipped(line.scrollWidth > line.clientWidth);
    });
    observer.observe(line);
    return () => {
      observer.disconnect();
    };
  }, []);
  return [ref, isClipped] as const;
}

type SubmissionLineProps = {
  row: SubmissionListItem;
  /** The ids of the student's and the goal's names. */
  studentId: string;
  goalId: string;
  /** A checkbox before the student. */
  leading: ReactNode;
  /** Buttons at the end. */
  actions: ReactNode;
  onMore: () => void;
};

/** A text submission in one line. */
export function SubmissionLine(props: SubmissionLineProps) {
  const { row, studentId, goalId, leading, actions, onMore } = props;
  const { studentName, goalName, className } = row;
  const [text, isClipped] = useIsClipped();
  return (
    <div className="relative grid min-h-[3.625rem] items-center gap-x-4 gap-y-1.5 px-4 py-1.5 max-sm:py-3 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto_auto] lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto_auto]">
      <div className="flex min-w-0 items-center gap-3 max-sm:pe-16">
        {leading}
        <div className="min-w-0 leading-5">
          <p className="flex gap-2 print:flex-wrap" title={studentName}>
            <span id={studentId} className="max-w-3/4 shrink-0 truncate font-mid">
              <bdi>{studentName}</bdi>
            </span>
            <span className="min-w-0 truncate text-small text-ink-2">
              <bdi>{className}</bdi>
            </span>
          </p>
          <div className="flex gap-1 text-small text-ink-2 print:flex-wrap">
            <h2 id={goalId} title={goalName} className="truncate text-small font-text tracking-normal">
              <bdi>{goalName}</bdi>
            </h2>
            <span aria-hidden>·</span>
            <span className="shrink-0">
              <RelativeTime iso={row.createdAt} />
            </span>
          </div>
        </div>
      </div>
      <div className="flex min-w-0 items-center gap-1 max-sm:flex-wrap">
        <p ref={text} dir="auto" title={row.submissionText ?? ''} className="min-w-0 grow truncate">
          {row.submissionText}
        </p>
        {isClipped && (
          <Button
            variant="link"
            aria-expanded={false}
            aria-label={t`More from ${studentName}`}
            onClick={onMore}
          >
            <Trans comment="Button that shows a whole text">More</Trans>
          </Button>
        )}
      </div>
      <GoalAmount hideUnit goal={row} className="max-sm:absolute max-sm:end-4 max-sm:top-3" />
      <div className="flex gap-1 max-sm:flex-wrap max-sm:*:grow">{actions}</div>
    </div>
  );
}
