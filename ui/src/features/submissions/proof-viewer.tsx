import type { SubmissionRow } from '@/api/types';
import { PhotoViewer } from '@/components/photo-viewer';

import { ReviewButtons } from './review-buttons';
import type { Verdict } from './review-rules';

type ProofViewerProps = {
  row: SubmissionRow;
  /** What is pending, in the order of the page. */
  rows: SubmissionRow[];
  /** Whether A and D act. */
  shortcuts: boolean;
  onShow: (row: SubmissionRow) => void;
  onClose: () => void;
  /** Closes, and starts a review of what was shown. */
  onReview: (verdict: Verdict, row: SubmissionRow) => void;
  returnFocus: () => HTMLElement | null;
};

const verdicts: Record<string, Verdict> = { a: 'approved', d: 'denied' };

/** A proof image in large; the arrow keys go through the pending ones, A and D start their review. */
export function ProofViewer({
  row,
  rows,
  shortcuts,
  onShow,
  onClose,
  onReview,
  returnFocus,
}: ProofViewerProps) {
  const photos = rows.filter((other) => other.imageUrl !== null);
  const at = photos.findIndex((other) => other.id === row.id);
  const pending = photos[at];
  const previous = at > 0 ? photos[at - 1] : undefined;
  const next = at >= 0 ? photos[at + 1] : undefined;
  const review = (verdict: Verdict | undefined) => {
    if (verdict && pending) onReview(verdict, pending);
  };
  return (
    <PhotoViewer
      photo={{
        src: row.imageUrl ?? '',
        alt: `Proof from ${row.studentName} for ${row.goalName}`,
        title: <bdi>{row.studentName}</bdi>,
        description: <bdi>{row.goalName}</bdi>,
      }}
      onClose={onClose}
      onPrevious={
        previous &&
        (() => {
          onShow(previous);
        })
      }
      onNext={
        next &&
        (() => {
          onShow(next);
        })
      }
      position={photos.length > 1 && pending ? `${at + 1} of ${photos.length}` : undefined}
      onKey={(key) => {
        if (shortcuts) review(verdicts[key.toLowerCase()]);
      }}
      returnFocus={returnFocus}
      actions={pending && <ReviewButtons onBegin={review} />}
    />
  );
}
