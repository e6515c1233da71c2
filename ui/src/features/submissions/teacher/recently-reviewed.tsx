import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { FoldArrow } from '@/components/fold-arrow';
import { RelativeTime } from '@/components/relative-time';
import { SkeletonRows } from '@/components/skeleton';
import { latestByGoal } from '@/features/submissions/proof-rules';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import { GoalAmount } from '@/shared/goal-amount';
import { GoalRecordLink } from '@/shared/goal-record-link';
import { HelpLink } from '@/shared/help-link';
import { QueryView } from '@/shared/query-view';

import { useUndoReviews } from './mutations';
import { lastReviewedQuery } from './queries';
import { describeUndo } from './review-texts';

const MAX_SHOWN = 20;

/** Recently reviewed submissions, latest first. */
function useRecentlyReviewed() {
  const { id } = useUser();
  const approved = useQuery(lastReviewedQuery(id, 'approved'));
  const denied = useQuery(lastReviewedQuery(id, 'denied'));
  const time = ({ reviewedAt }: SubmissionListItem) => reviewedAt ?? '';
  const all = [...(approved.data ?? []), ...(denied.data ?? [])];
  return {
    all,
    last: [...all].sort((one, other) => (time(one) < time(other) ? 1 : -1)).slice(0, MAX_SHOWN),
    /** Has data when both queries have. */
    query: denied.data ? approved : denied,
  };
}

type ReviewedRowProps = {
  row: SubmissionListItem;
  /** Whether the student has submitted again since. */
  resubmitted: boolean;
  onUndo: () => void;
};

function ReviewedRow({ row, resubmitted, onUndo }: ReviewedRowProps) {
  const { studentName, goalName } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 sm:px-6">
      <div className="min-w-0 grow basis-60">
        <p className="wrap-anywhere">
          <span className="font-mid">
            <bdi>{studentName}</bdi>
          </span>{' '}
          ·{' '}
          <GoalRecordLink {...row}>
            <bdi>{goalName}</bdi>
          </GoalRecordLink>
        </p>
        <p className="text-small wrap-anywhere text-ink-2">
          <bdi>{row.className}</bdi> · {row.reviewedAt !== null && <RelativeTime iso={row.reviewedAt} />}
        </p>
      </div>
      <GoalAmount goal={row} hideUnit className="max-sm:hidden" />
      <SubmissionBadge status={row.status} allowResubmission={row.allowResubmission} />
      {resubmitted ? (
        <span className="min-w-22 text-small text-ink-2">
          <Trans comment="The student has sent the goal again">Tried again</Trans>
        </span>
      ) : (
        <Button
          variant="ghost"
          icon={<Undo2 aria-hidden />}
          aria-label={t`Undo the review of ${goalName} from ${studentName}`}
          onClick={onUndo}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  );
}

type UndoDialogProps = { row: SubmissionListItem | null; onClose: () => void };

/** Confirms, because the GoalBucks may already be spent. */
function UndoDialog({ row, onClose }: UndoDialogProps) {
  const { mutate: undo, isPending: undoing } = useUndoReviews();
  const approved = row?.status === 'approved';
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={onClose}
      title={approved ? t`Undo this approval?` : t`Undo this review?`}
      description={
        row && (
          <>
            <p className="wrap-anywhere">
              {approved ? describeUndo(row) : t`The submission is pending again. Your comment is removed.`}
            </p>
            {row.imageRemovedAt !== null && (
              <p className="mt-2">
                <Trans>Its photo was removed for its age and doesn&apos;t come back.</Trans>
              </p>
            )}
          </>
        )
      }
      confirmLabel={approved ? t`Undo approval` : t`Undo review`}
      pendingLabel={t`Undoing`}
      pending={undoing}
      onConfirm={() => {
        if (row) undo({ rows: [row], verdict: approved ? 'approved' : 'denied' }, { onSettled: onClose });
      }}
    />
  );
}

function ReviewedList({ pending }: RecentlyReviewedProps) {
  const { all, last, query } = useRecentlyReviewed();
  const [undoing, setUndoing] = useState<SubmissionListItem | null>(null);
  const newest = latestByGoal([...all, ...pending]);
  return (
    <QueryView
      query={query}
      level={3}
      title={t({ message: "They didn't load", comment: 'The submissions that the teacher reviewed' })}
      loading={t`Loading what you reviewed...`}
      skeleton={<SkeletonRows rows={3} />}
      isEmpty={() => last.length === 0}
      empty={
        <p className="px-4 py-5 text-ink-2 sm:px-6">
          <Trans>What you approve or deny can be undone here.</Trans>
        </p>
      }
    >
      {() => (
        <>
          <ul>
            {last.map((row) => (
              <ReviewedRow
                key={row.id}
                row={row}
                resubmitted={newest.get(row.goalId)?.id !== row.id}
                onUndo={() => {
                  setUndoing(row);
                }}
              />
            ))}
          </ul>
          <UndoDialog
            row={undoing}
            onClose={() => {
              setUndoing(null);
            }}
          />
        </>
      )}
    </QueryView>
  );
}

type RecentlyReviewedProps = { pending: SubmissionListItem[] };

/** Collapsible list of recent reviews with Undo; loads when opened. */
export function RecentlyReviewed(props: RecentlyReviewedProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group mt-8 [overflow-anchor:none]"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary className="inline-flex min-h-9 list-none items-center gap-1.5 rounded-control pe-2">
        <FoldArrow />
        <h2>
          <Trans>Recently reviewed</Trans>
        </h2>
      </summary>
      {open && (
        <>
          <Card className="mt-2">
            <ReviewedList {...props} />
          </Card>
          <HelpLink answer="i-approved-the-wrong-one" className="mt-2" />
        </>
      )}
    </details>
  );
}
