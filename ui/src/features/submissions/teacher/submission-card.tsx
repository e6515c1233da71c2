import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { Card } from '@/components/card';
import { Checkbox } from '@/components/checkbox';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import { PhotoRemoved } from '@/features/submissions/photo-removed';
import { GoalAmount } from '@/shared/goal-amount';
import { ReviewCardGoal, ReviewCardHeader, ReviewCardText } from '@/shared/review-list/review-card-parts';

import { PreviousAttempts } from './previous-attempts';
import { ProofThumbnail } from './proof-thumbnail';
import { ReviewButtons } from './review-buttons';
import { ReviewForm } from './review-form';
import type { Verdict } from './review-rules';
import { submissionCardId } from './review-texts';

type ReviewActionsProps = {
  row: SubmissionListItem;
  /** The open review, if any. */
  verdict: Verdict | null;
  /** Whether bulk selection is active. */
  hidden: boolean;
  onBegin: (verdict: Verdict) => void;
  onCancel: () => void;
  /** Called when it is reviewed or gone. */
  onLeft: () => void;
};

/** Review buttons or the open review form. */
function ReviewActions({ row, verdict, hidden, onBegin, onCancel, onLeft }: ReviewActionsProps) {
  // Kept while the form is closed, so that Escape loses nothing.
  const [comment, setComment] = useState('');
  const isOpen = !hidden && verdict !== null;
  return (
    <>
      {!hidden && verdict === null && (
        <div className="mt-auto flex flex-wrap justify-end gap-2 pt-1">
          <ReviewButtons onBegin={onBegin} />
        </div>
      )}
      {isOpen && (
        <ReviewForm
          key={verdict}
          row={row}
          pressed={verdict}
          comment={comment}
          onComment={setComment}
          onCancel={onCancel}
          onLeft={onLeft}
        />
      )}
      <UnsavedChangesGuard
        open={isOpen}
        dirty={comment.trim() !== ''}
        onClose={onCancel}
        onDiscard={() => {
          setComment('');
          onCancel();
        }}
      />
    </>
  );
}

type SubmissionCardProps = Omit<ReviewActionsProps, 'hidden'> & {
  /** Set while bulk selection is active. */
  selection: { chosen: boolean; onToggle: () => void } | null;
  onEnlarge: (row: SubmissionListItem) => void;
};

const cardClass =
  'overflow-hidden ' +
  'sm:grid sm:grid-cols-[minmax(0,1fr)] sm:has-[>[data-proof]]:grid-cols-[15rem_minmax(0,1fr)] ' +
  'xl:has-[>[data-proof]]:grid-cols-[21rem_minmax(0,1fr)]';

/** Card of a pending submission. */
export function SubmissionCard({ selection, onEnlarge, ...reviewProps }: SubmissionCardProps) {
  const { row } = reviewProps;
  const { studentName, goalName } = row;
  const id = useId();
  const studentId = `${id}-who`;
  const goalId = `${id}-what`;
  const checkbox = selection && (
    <Checkbox
      aria-label={t`Select ${goalName} from ${studentName}`}
      checked={selection.chosen}
      onChange={selection.onToggle}
    />
  );
  return (
    <Card
      as="article"
      id={submissionCardId(row)}
      data-pending={row.id}
      tabIndex={-1}
      aria-labelledby={`${studentId} ${goalId}`}
      className={cardClass}
    >
      {row.imageUrl !== null && (
        <div data-proof className="bg-sunken">
          <ProofThumbnail
            row={row}
            imageUrl={row.imageUrl}
            onEnlarge={() => {
              onEnlarge(row);
            }}
          />
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-3 px-4 py-4 sm:px-6 sm:py-5">
        <ReviewCardHeader row={row} id={studentId} leading={checkbox} />
        <ReviewCardGoal id={goalId} name={goalName} amount={<GoalAmount goal={row} />} />
        {row.goalDetails !== null && (
          <ReviewCardText label={t`What counts as proof?`} text={row.goalDetails} />
        )}
        <PhotoRemoved submission={row} />
        {row.submissionText !== null && <ReviewCardText label={t`Student note`} text={row.submissionText} />}
        <PreviousAttempts row={row} onEnlarge={onEnlarge} />
        <ReviewActions {...reviewProps} hidden={selection !== null} />
      </div>
    </Card>
  );
}
