import { useId, useState } from 'react';

import type { SubmissionRow } from '@/api/types';
import { Card } from '@/components/card';
import { Checkbox } from '@/components/checkbox';
import { UnsavedChangesGuard } from '@/components/dialog/unsaved-changes-guard';
import { ReviewCardGoal, ReviewCardHeader, ReviewCardText } from '@/shared/review-list/review-card-parts';

import { EarlierTries } from './earlier-tries';
import { PhotoRemoved } from './photo-removed';
import { ProofThumbnail } from './proof-thumbnail';
import { ReviewButtons } from './review-buttons';
import { ReviewForm } from './review-form';
import type { Verdict } from './review-rules';
import { cardIdOf } from './review-texts';

type ReviewPlaceProps = {
  row: SubmissionRow;
  /** The review that is being written, if any. */
  verdict: Verdict | null;
  /** Several are being chosen, to be reviewed at once. */
  hidden: boolean;
  onBegin: (verdict: Verdict) => void;
  onCancel: () => void;
  /** It is reviewed, or gone. */
  onSettled: () => void;
};

const NO_COMMENTS: Record<Verdict, string> = { approved: '', denied: '' };

/** The two buttons, or the comment box that one of them opened. */
function ReviewPlace({ row, verdict, hidden, onBegin, onCancel, onSettled }: ReviewPlaceProps) {
  // Kept while the box is closed: a slip with Escape loses nothing.
  const [comments, setComments] = useState(NO_COMMENTS);
  const isOpen = !hidden && verdict !== null;
  return (
    <>
      {!hidden && verdict === null && (
        <div className="mt-auto flex justify-end gap-2 pt-1">
          <ReviewButtons onBegin={onBegin} />
        </div>
      )}
      {isOpen && (
        <ReviewForm
          key={verdict}
          row={row}
          verdict={verdict}
          comment={comments[verdict]}
          onComment={(comment) => {
            setComments({ ...comments, [verdict]: comment });
          }}
          onCancel={onCancel}
          onSettled={onSettled}
        />
      )}
      <UnsavedChangesGuard
        open={isOpen}
        dirty={Object.values(comments).some((comment) => comment.trim() !== '')}
        onClose={onCancel}
        onDiscard={() => {
          setComments(NO_COMMENTS);
          onCancel();
        }}
      />
    </>
  );
}

type SubmissionCardProps = Omit<ReviewPlaceProps, 'hidden'> & {
  /** Given while several are being chosen. */
  choice: { chosen: boolean; onToggle: () => void } | null;
  onEnlarge: (row: SubmissionRow) => void;
  ref: (card: HTMLElement | null) => void;
};

const cardClass =
  'scroll-mt-[calc(5rem+var(--banner))] scroll-mb-4 overflow-hidden lg:scroll-mt-[calc(1rem+var(--banner))] ' +
  'sm:grid sm:grid-cols-[minmax(0,1fr)] sm:has-[>[data-proof]]:grid-cols-[15rem_minmax(0,1fr)] ' +
  'xl:has-[>[data-proof]]:grid-cols-[21rem_minmax(0,1fr)]';

/** A submission that waits: what was sent, by whom, for what, and its review. */
export function SubmissionCard({ choice, onEnlarge, ref, ...place }: SubmissionCardProps) {
  const { row } = place;
  const id = useId();
  const tick = choice && (
    <Checkbox
      aria-label={`Select ${row.goalName} from ${row.studentName}`}
      checked={choice.chosen}
      onChange={choice.onToggle}
    />
  );
  return (
    <Card
      as="article"
      id={cardIdOf(row)}
      ref={ref}
      tabIndex={-1}
      aria-labelledby={`${id}-who ${id}-what`}
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
        <ReviewCardHeader row={row} id={`${id}-who`} leading={tick} />
        <ReviewCardGoal id={`${id}-what`} name={row.goalName} goalbucks={row.goalbucks} />
        <PhotoRemoved submission={row} />
        {row.submissionText !== null && <ReviewCardText label="Student note" text={row.submissionText} />}
        <EarlierTries row={row} onEnlarge={onEnlarge} />
        <ReviewPlace {...place} hidden={choice !== null} />
      </div>
    </Card>
  );
}
