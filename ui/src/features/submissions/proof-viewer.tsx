import type { SubmissionRow } from '@/api/types';
import { PhotoViewer } from '@/components/photo-viewer/photo-viewer';

import { ReviewButtons } from './review-buttons';
import type { Verdict } from './review-rules';
import type { QueueOrder } from './use-queue-order';

type ProofViewerProps = {
  row: SubmissionRow;
  /** What is pending, in the order of the page. */
  rows: SubmissionRow[];
  order: QueueOrder;
  /** Whether A and D act. */
  shortcuts: boolean;
  /** Several are being chosen, to be reviewed at once. */
  choosing: boolean;
  onShow: (row: SubmissionRow) => void;
  onClose: () => void;
  /** Closes, and starts a review of what was shown. */
  onReview: (verdict: Verdict, row: SubmissionRow) => void;
  returnFocus: () => HTMLElement | null;
};

const verdicts: Record<string, Verdict> = { a: 'approved', d: 'denied' };

type Place = {
  pending?: SubmissionRow | undefined;
  previous?: SubmissionRow | undefined;
  next?: SubmissionRow | undefined;
  position?: string | undefined;
};

/** The pending photos before and after one that is no longer pending itself. Ids grow with time. */
function aroundGone(photos: SubmissionRow[], { id }: SubmissionRow, order: QueueOrder) {
  const at = photos.findIndex((other) => (order === 'newest' ? other.id < id : other.id > id));
  const next = at < 0 ? photos.length : at;
  return { previous: photos[next - 1], next: photos[next] };
}

function placeOf(row: SubmissionRow, photos: SubmissionRow[], order: QueueOrder): Place {
  const at = photos.findIndex(({ id }) => id === row.id);
  if (at >= 0) {
    const position = photos.length > 1 ? `${at + 1} of ${photos.length}` : undefined;
    return { pending: photos[at], previous: photos[at - 1], next: photos[at + 1], position };
  }
  // An earlier try has no place among them; what was pending until now still does.
  return row.status === 'pending' ? { ...aroundGone(photos, row, order), position: 'No longer pending' } : {};
}

/** A proof image in large; the arrow keys go through the pending ones, A and D start their review. */
export function ProofViewer(props: ProofViewerProps) {
  const { row, rows, order, shortcuts, onShow, onClose, onReview, choosing, returnFocus } = props;
  const photos = rows.filter((other) => other.imageUrl !== null);
  const { pending, previous, next, position } = placeOf(row, photos, order);
  const review = (verdict: Verdict | undefined) => {
    if (verdict && pending && !choosing) onReview(verdict, pending);
  };
  const show = (other: SubmissionRow | undefined) =>
    other &&
    (() => {
      onShow(other);
    });
  return (
    <PhotoViewer
      photo={{
        src: row.imageUrl ?? '',
        alt: `Proof from ${row.studentName} for ${row.goalName}`,
        title: <bdi>{row.studentName}</bdi>,
        description: <bdi>{row.goalName}</bdi>,
        note: row.submissionText,
        noteLabel: 'Student note',
      }}
      onClose={onClose}
      onPrevious={show(previous)}
      onNext={show(next)}
      position={position}
      onKey={(key) => {
        if (shortcuts) review(verdicts[key.toLowerCase()]);
      }}
      returnFocus={returnFocus}
      actions={pending && !choosing && <ReviewButtons onBegin={review} />}
    />
  );
}
