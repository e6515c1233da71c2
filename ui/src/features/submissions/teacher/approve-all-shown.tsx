import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatNumber } from '@/lib/format';
import { paidOf } from '@/shared/paid-of';
import { UnconfirmedSendAlert } from '@/shared/unconfirmed-send-alert';

import { MAX_BULK_REVIEW, UNCONFIRMED_REVIEWS, useReviewSubmissions } from './mutations';

function Effect({ rows }: { rows: SubmissionListItem[] }) {
  const goal = rows.every(({ goalName }) => goalName === rows[0]?.goalName) && rows[0]?.goalName;
  const submissions = plural(rows.length, { one: '# submission', other: '# submissions' });
  const sum = rows.reduce((total, row) => total + paidOf(row), 0);
  const goalbucks = plural(sum, { one: '# GoalBuck', other: '# GoalBucks' });
  return (
    <>
      <p className="wrap-anywhere">
        {typeof goal === 'string' && (
          <>
            <b className="text-ink">
              <bdi>{goal}</bdi>
            </b>
            {': '}
          </>
        )}
        <Trans>
          {submissions}, {goalbucks} together. Nobody gets a comment.
        </Trans>
      </p>
      <p className="mt-2">
        <Trans>What comes in from now on isn’t among them. Right afterwards you can undo all of them.</Trans>
      </p>
    </>
  );
}

function Removed({ count }: { count: number }) {
  return (
    <p role="status" className="mt-3 rounded-control bg-gold-soft px-4 py-3 text-gold-ink empty:hidden">
      {count > 0 && (
        <Plural
          value={count}
          one="# of them is no longer pending: it was taken back, or reviewed elsewhere."
          other="# of them are no longer pending: they were taken back, or reviewed elsewhere."
        />
      )}
    </p>
  );
}

type ApproveAllOptions = {
  /** The submissions on the page. */
  rows: SubmissionListItem[];
  /** All pending submissions. */
  pending: SubmissionListItem[];
  /** The id of the one with an open comment box, which is left out: its comment would be lost. */
  writing: string | undefined;
  onDone: (rows: SubmissionListItem[]) => void;
};

/** *Approve All Shown*: `ask` opens a question about the submissions that are on the page at that moment. */
export function useApproveAllShown({ rows: onPage, pending, writing, onDone }: ApproveAllOptions) {
  const shown = onPage.filter(({ id }) => id !== writing).slice(0, MAX_BULK_REVIEW);
  const [asked, setAsked] = useState<SubmissionListItem[] | null>(null);
  const review = useReviewSubmissions((reviewed) => {
    setAsked(null);
    onDone(reviewed);
  });
  const rows = (asked ?? []).filter(({ id }) => pending.some((other) => other.id === id));
  const removedCount = (asked?.length ?? 0) - rows.length;
  const number = formatNumber(rows.length);
  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={() => {
        review.reset();
        setAsked(null);
      }}
      tone="primary"
      title={t`Approve all ${number} that are shown?`}
      description={<Effect rows={rows} />}
      confirmLabel={t`Approve ${number}`}
      pendingLabel={t`Approving`}
      pending={review.isPending}
      disabled={rows.length === 0}
      onConfirm={() => {
        review.mutate({ rows, verdict: 'approved', comment: '', allowResubmission: false });
      }}
    >
      <Removed count={review.isPending ? 0 : removedCount} />
      <div className="mt-3 empty:hidden">
        <UnconfirmedSendAlert error={review.error} unconfirmed={UNCONFIRMED_REVIEWS} />
      </div>
    </ConfirmDialog>
  );
  return {
    ask: () => {
      setAsked(shown);
    },
    count: shown.length,
    dialog,
  };
}
