import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { useRowRemovedNotice } from '@/shared/review-list/use-row-removed-notice';
import type { QueueOrder } from '@/shared/review-list/use-stable-queue';

import { useApproveAllShown } from './approve-all-shown';
import { BulkDenyDialog } from './bulk-deny-dialog';
import { BulkReviewBar } from './bulk-review-bar';
import { useIsBeingReviewed, useReviewSubmissions, type ReviewInput } from './mutations';
import { ProofViewer } from './proof-viewer';
import { pendingSubmissionsQuery } from './queries';
import { QueueToolbar } from './queue-toolbar';
import { SubmissionCards } from './submission-cards';
import { type ReviewQueueState, useReviewQueue } from './use-review-queue';
import { type Selection, useSelection } from './use-selection';
import { useShortcuts } from './use-shortcuts';

type ReviewQueueProps = {
  /** The submissions that are shown, in display order. */
  rows: SubmissionListItem[];
  /** All pending submissions in display order. */
  pending: SubmissionListItem[];
  order: QueueOrder;
  onOrder: (order: QueueOrder) => void;
  shortcuts: boolean;
  /** Empty state. */
  empty: ReactNode;
};

/** Takes the focus when the list is empty. */
type Panel = RefObject<HTMLElement | null>;

/** State of the image viewer, and the element to focus when it closes. */
function useProofViewer(cardOf: (id: string) => HTMLElement | null) {
  const [viewing, setViewing] = useState<SubmissionListItem | null>(null);
  const last = useRef<SubmissionListItem | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  return {
    viewing,
    enlarge: (row: SubmissionListItem) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      last.current = row;
      setViewing(row);
    },
    show: (row: SubmissionListItem) => {
      opener.current = null;
      last.current = row;
      setViewing(row);
    },
    close: () => {
      setViewing(null);
    },
    returnFocus: () => {
      const card = cardOf(last.current?.id ?? '');
      const opened = opener.current?.isConnected ? opener.current : null;
      return card?.querySelector('textarea') ?? opened ?? card?.querySelector('button') ?? null;
    },
  };
}

/** Removes reviewed submissions from the cache before the refetch. */
function useRemoveFromPending() {
  const { id: teacherId } = useUser();
  const queryClient = useQueryClient();
  return (reviewed: SubmissionListItem[]) => {
    const ids = new Set(reviewed.map(({ id }) => id));
    queryClient.setQueryData(pendingSubmissionsQuery(teacherId).queryKey, (list) =>
      list?.filter((other) => !ids.has(other.id)),
    );
  };
}

type BulkReviewProps = Pick<ReviewQueueProps, 'rows'> & {
  panel: Panel;
  selection: Selection;
  onDone: (rows: SubmissionListItem[]) => void;
};

/** Bulk review bar and its dialog. */
function BulkReview({ rows, panel, selection, onDone }: BulkReviewProps) {
  const [denying, setDenying] = useState(false);
  const review = useReviewSubmissions((reviewed) => {
    setDenying(false);
    selection.stop();
    onDone(reviewed);
    panel.current?.focus();
  });
  const sending = review.isPending;
  const send = (input: ReviewInput) => {
    review.mutate({ rows: selection.selected, ...input });
  };
  if (rows.length === 0 && !sending) return null;
  return (
    <>
      <BulkReviewBar
        selection={selection}
        total={rows.length}
        sending={sending}
        failure={denying ? null : review.error}
        onApprove={() => {
          send({ verdict: 'approved', comment: '', allowResubmission: false });
        }}
        onDeny={() => {
          review.reset();
          setDenying(true);
        }}
        onCancel={() => {
          review.reset();
          flushSync(selection.stop);
          panel.current?.querySelector<HTMLElement>('[data-choose]')?.focus();
        }}
      />
      <BulkDenyDialog
        open={denying && (selection.selected.length > 0 || sending)}
        count={selection.selected.length}
        sending={sending}
        failure={review.error}
        onClose={() => {
          review.reset();
          setDenying(false);
        }}
        onDeny={send}
      />
    </>
  );
}

type QueueActionsProps = BulkReviewProps &
  Pick<ReviewQueueProps, 'order' | 'onOrder'> & { approveAll: ReturnType<typeof useApproveAllShown> };

/** What can be done with several submissions. */
function QueueActions({ order, onOrder, approveAll, ...bulkReview }: QueueActionsProps) {
  const { rows, selection } = bulkReview;
  if (selection.isSelecting) return <BulkReview {...bulkReview} />;
  return rows.length < 2 ? null : (
    <QueueToolbar
      order={order}
      onOrder={onOrder}
      onSelect={selection.start}
      approvable={approveAll.count}
      onApproveAll={approveAll.ask}
    />
  );
}

type RemovedNoticeProps = Pick<ReviewQueueProps, 'pending'> & {
  panel: Panel;
  queue: ReviewQueueState;
  selection: Selection;
};

/** Notifies when the submission under review disappears, unless bulk selection is active. */
function useReviewRemovedNotice({ pending, panel, queue, selection }: RemovedNoticeProps) {
  useRowRemovedNotice({
    rows: pending,
    isOpen: ({ id }) => !selection.isSelecting && id === queue.open?.id,
    isBusy: useIsBeingReviewed(),
    reason: ({ studentName }) => t`${studentName} took it back, or it was reviewed elsewhere.`,
    close: queue.close,
    onEmpty: () => panel.current?.focus(),
  });
}

/** Queue of pending submissions. */
export function ReviewQueue(props: ReviewQueueProps) {
  const { rows, pending, order, shortcuts, empty } = props;
  const panel = useRef<HTMLDivElement>(null);
  const removeFromPending = useRemoveFromPending();
  const queue = useReviewQueue(rows, panel);
  const selection = useSelection(rows, pending);
  const viewer = useProofViewer(queue.targetOf);
  useShortcuts(panel, queue, shortcuts && !selection.isSelecting);
  useReviewRemovedNotice({ pending, panel, queue, selection });
  const remove = (reviewed: SubmissionListItem[]) => {
    reviewed.forEach(queue.close);
    removeFromPending(reviewed);
  };
  const approveAll = useApproveAllShown({ rows, pending, writing: queue.open?.id, onDone: remove });
  return (
    <div ref={panel} tabIndex={-1} className="outline-none" {...queue.listeners}>
      <QueueActions {...props} panel={panel} selection={selection} approveAll={approveAll} onDone={remove} />
      {approveAll.dialog}
      {rows.length === 0 && empty}
      <SubmissionCards
        {...props}
        queue={queue}
        selection={selection}
        onEnlarge={viewer.enlarge}
        onLeft={(row) => {
          queue.leave(row);
          removeFromPending([row]);
        }}
      />
      {viewer.viewing && (
        <ProofViewer
          row={viewer.viewing}
          rows={rows}
          order={order}
          shortcuts={shortcuts}
          isSelecting={selection.isSelecting}
          onShow={viewer.show}
          onClose={viewer.close}
          onReview={(verdict, row) => {
            viewer.close();
            queue.begin(verdict, row);
          }}
          returnFocus={viewer.returnFocus}
        />
      )}
    </div>
  );
}
