import { t } from '@lingui/core/macro';

import type { SubmissionListItem } from '@/api/types';
import { PhotoViewer } from '@/features/submissions/photo-viewer/photo-viewer';
import { useReloadedImage } from '@/features/submissions/use-reloaded-image';
import { formatPart } from '@/lib/format';
import type { QueueOrder } from '@/shared/review-list/use-stable-queue';

import { ReviewButtons } from './review-buttons';
import type { Verdict } from './review-rules';

type ProofViewerProps = {
  row: SubmissionListItem;
  /** Pending submissions in display order. */
  rows: SubmissionListItem[];
  order: QueueOrder;
  /** Whether A and D act. */
  shortcuts: boolean;
  /** Whether bulk selection is active. */
  isSelecting: boolean;
  onShow: (row: SubmissionListItem) => void;
  onClose: () => void;
  /** Closes the viewer and starts a review. */
  onReview: (verdict: Verdict, row: SubmissionListItem) => void;
  returnFocus: () => HTMLElement | null;
};

const verdicts: Record<string, Verdict> = { a: 'approved', d: 'denied' };

type ViewerPosition = {
  pending?: SubmissionListItem | undefined;
  previous?: SubmissionListItem | undefined;
  next?: SubmissionListItem | undefined;
  position?: string | undefined;
};

/** Neighbors of a submission that is no longer pending. Ids are chronological. */
function neighborsOfRemoved(photos: SubmissionListItem[], { id }: SubmissionListItem, order: QueueOrder) {
  const at = photos.findIndex((other) => (order === 'newest' ? other.id < id : other.id > id));
  const next = at < 0 ? photos.length : at;
  return { previous: photos[next - 1], next: photos[next] };
}

function getPosition(
  row: SubmissionListItem,
  photos: SubmissionListItem[],
  order: QueueOrder,
): ViewerPosition {
  const at = photos.findIndex(({ id }) => id === row.id);
  if (at >= 0) {
    const position = photos.length > 1 ? formatPart(at + 1, photos.length) : undefined;
    return { pending: photos[at], previous: photos[at - 1], next: photos[at + 1], position };
  }
  // Earlier attempts have no position; recently processed ones do.
  return row.status === 'pending'
    ? { ...neighborsOfRemoved(photos, row, order), position: t`No longer pending` }
    : {};
}

/** Image viewer. Arrow keys navigate, A and D start a review. */
export function ProofViewer(props: ProofViewerProps) {
  const { row, rows, order, shortcuts, onShow, onClose, onReview, isSelecting, returnFocus } = props;
  const { studentName, goalName } = row;
  const image = useReloadedImage(row.imageUrl ?? '');
  const photos = rows.filter((other) => other.imageUrl !== null);
  const { pending, previous, next, position } = getPosition(row, photos, order);
  const review = (verdict: Verdict | undefined) => {
    if (verdict && pending && !isSelecting) onReview(verdict, pending);
  };
  const show = (other: SubmissionListItem | undefined) =>
    other &&
    (() => {
      onShow(other);
    });
  return (
    <PhotoViewer
      photo={{
        src: image.src,
        alt: t`Proof from ${studentName} for ${goalName}`,
        title: <bdi>{studentName}</bdi>,
        description: <bdi>{goalName}</bdi>,
        note: row.submissionText,
        noteLabel: t`Student note`,
      }}
      onFail={image.onError}
      onClose={onClose}
      onPrevious={show(previous)}
      onNext={show(next)}
      position={position}
      onKey={(key) => {
        if (shortcuts) review(verdicts[key.toLowerCase()]);
      }}
      returnFocus={returnFocus}
      actions={pending && !isSelecting && <ReviewButtons onBegin={review} />}
    />
  );
}
