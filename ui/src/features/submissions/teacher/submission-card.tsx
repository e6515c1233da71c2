import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useRef, useState } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Checkbox } from '@/components/checkbox';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import { PhotoRemoved } from '@/features/submissions/photo-removed';
import { classNames } from '@/lib/class-names';
import { GoalAmount } from '@/shared/goal-amount';
import { worthOf } from '@/shared/paid-of';
import { ReviewCardGoal, ReviewCardHeader, ReviewCardText } from '@/shared/review-list/review-card-parts';

import { PreviousAttempts } from './previous-attempts';
import { ProofThumbnail } from './proof-thumbnail';
import { ReviewButtons } from './review-buttons';
import { ReviewForm } from './review-form';
import type { Verdict } from './review-rules';
import { submissionCardId } from './review-texts';
import { isTextAlone, SubmissionLine } from './submission-line';

type ReviewActionsProps = {
  row: SubmissionListItem;
  /** The open review, if any. */
  verdict: Verdict | null;
  onBegin: (verdict: Verdict) => void;
  onCancel: () => void;
  /** Called when it is reviewed or gone. */
  onLeft: () => void;
};

type ReviewPartProps = ReviewActionsProps & {
  comment: string;
  onComment: (comment: string) => void;
};

/** Review buttons or the open review form. `onLess` closes an opened line. */
function ReviewActions({
  row,
  verdict,
  comment,
  onComment,
  onBegin,
  onCancel,
  onLeft,
  onLess,
}: ReviewPartProps & { onLess: (() => void) | null }) {
  if (verdict === null)
    return (
      <div className="mt-auto flex flex-wrap justify-end gap-2 pt-1">
        {onLess && (
          <Button variant="link" aria-expanded className="me-auto" onClick={onLess}>
            <Trans comment="Button that shows only the beginning of a text">Less</Trans>
          </Button>
        )}
        <ReviewButtons onBegin={onBegin} />
      </div>
    );
  return (
    <ReviewForm
      // A worth that was edited meanwhile is the new whole.
      key={`${verdict} ${worthOf(row)}`}
      row={row}
      pressed={verdict}
      comment={comment}
      onComment={onComment}
      onCancel={onCancel}
      onLeft={onLeft}
    />
  );
}

type SubmissionCardProps = ReviewActionsProps & {
  className?: string;
  /** Set while bulk selection is active. */
  selection: { chosen: boolean; onToggle: () => void } | null;
  onEnlarge: (row: SubmissionListItem) => void;
};

const cardClass =
  'sm:grid sm:grid-cols-[minmax(0,1fr)] sm:has-[>[data-proof]]:grid-cols-[15rem_minmax(0,1fr)] ' +
  'xl:has-[>[data-proof]]:grid-cols-[21rem_minmax(0,1fr)]';

type BodyProps = Pick<SubmissionCardProps, 'row' | 'onEnlarge'> & {
  studentId: string;
  goalId: string;
  leading: ReactNode;
  actions: ReactNode;
};

/** The whole submission: photo, text and earlier tries. */
function CardBody({ row, studentId, goalId, leading, actions, onEnlarge }: BodyProps) {
  return (
    <>
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
        <ReviewCardHeader row={row} id={studentId} leading={leading} />
        <ReviewCardGoal id={goalId} name={row.goalName} amount={<GoalAmount goal={row} />} />
        {row.goalDetails !== null && (
          <ReviewCardText label={t`What counts as proof?`} text={row.goalDetails} />
        )}
        <PhotoRemoved submission={row} />
        {row.submissionText !== null && <ReviewCardText label={t`Student note`} text={row.submissionText} />}
        <PreviousAttempts row={row} onEnlarge={onEnlarge} />
        {actions}
      </div>
    </>
  );
}

type ContentProps = Omit<BodyProps, 'actions' | 'leading'> & {
  selection: SubmissionCardProps['selection'];
  review: ReviewPartProps;
};

/** A line for a text alone, until it is opened or reviewed, else the whole submission. */
function Content({ selection, review, onEnlarge, ...names }: ContentProps) {
  const { row } = names;
  const { studentName, goalName } = row;
  const [isOpened, setIsOpened] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const open = (opens: boolean) => {
    // The pressed button disappears.
    content.current?.closest('article')?.focus({ preventScroll: true });
    setIsOpened(opens);
  };
  const leading = selection && (
    <Checkbox
      aria-label={t`Select ${goalName} from ${studentName}`}
      checked={selection.chosen}
      onChange={selection.onToggle}
    />
  );
  const close = () => {
    open(false);
  };
  const isReviewing = selection === null && review.verdict !== null;
  const isLine = isTextAlone(row) && !isOpened && !isReviewing;
  return (
    <div ref={content} className={isLine ? '' : cardClass}>
      {isLine ? (
        <SubmissionLine
          {...names}
          leading={leading}
          actions={selection === null && <ReviewButtons approveVariant="soft" onBegin={review.onBegin} />}
          onMore={() => {
            open(true);
          }}
        />
      ) : (
        <CardBody
          {...names}
          leading={leading}
          actions={selection === null && <ReviewActions {...review} onLess={isOpened ? close : null} />}
          onEnlarge={onEnlarge}
        />
      )}
    </div>
  );
}

/** A pending submission. */
export function SubmissionCard({ className, selection, onEnlarge, ...actions }: SubmissionCardProps) {
  const { row, verdict, onCancel } = actions;
  // Kept while the form is closed, so that Escape loses nothing.
  const [comment, setComment] = useState('');
  const id = useId();
  const studentId = `${id}-who`;
  const goalId = `${id}-what`;
  return (
    <Card
      as="article"
      id={submissionCardId(row)}
      data-pending={row.id}
      tabIndex={-1}
      aria-labelledby={`${studentId} ${goalId}`}
      className={classNames('overflow-hidden', className)}
    >
      <Content
        row={row}
        studentId={studentId}
        goalId={goalId}
        selection={selection}
        review={{ ...actions, comment, onComment: setComment }}
        onEnlarge={onEnlarge}
      />
      <UnsavedChangesGuard
        open={selection === null && verdict !== null}
        dirty={comment.trim() !== ''}
        onClose={onCancel}
        onDiscard={() => {
          setComment('');
          onCancel();
        }}
      />
    </Card>
  );
}
