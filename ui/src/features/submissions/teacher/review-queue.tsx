import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { ScrollAnchoredList } from '@/shared/review-list/scroll-anchored-list';
import { useRowRemovedNotice } from '@/shared/review-list/use-row-removed-notice';
import type { QueueOrder } from '@/shared/review-list/use-stable-queue';

import { BulkDenyDialog } from './bulk-deny-dialog';
import { BulkReviewBar, SelectButton } from './bulk-review-bar';
import { useIsBeingReviewed, useReviewSubmissions, type ReviewInput } from './mutations';
import { OrderSelect } from './order-select';
import { ProofViewer } from './proof-viewer';
import { pendingSubmissionsQuery } from './queries';
import { SubmissionCard } from './submission-card';
import { type ReviewQueueState, useReviewQueue } from './use-review-queue';
import { type Selection, useSelection } from './use-selection';
import { useShortcuts } from './use-shortcuts';

type ReviewQueueProps = {
  /** Pending submissions in display order. */
  rows: SubmissionListItem[];
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

type BulkReviewProps = Pick<ReviewQueueProps, 'rows' | 'order' | 'onOrder'> & {
  panel: Panel;
  selection: Selection;
  onDone: (rows: SubmissionListItem[]) => void;
};

type ToolbarProps = Pick<ReviewQueueProps, 'order' | 'onOrder'> & { onBegin: () => void };

function Toolbar({ order, onOrder, onBegin }: ToolbarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
      <OrderSelect order={order} onChange={onOrder} />
      <SelectButton onBegin={onBegin} />
    </div>
  );
}

/** Bulk review bar and its dialog. */
function BulkReview({ rows, order, onOrder, panel, selection, onDone }: BulkReviewProps) {
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
  if (!selection.isSelecting) {
    return rows.length < 2 ? null : <Toolbar order={order} onOrder={onOrder} onBegin={selection.start} />;
  }
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

/** Scroll anchor of the list; none when the sort order changes. */
function useScrollAnchor(order: QueueOrder, anchor: ReviewQueueState['anchor']) {
  const shown = useRef(order);
  return () => {
    const isSorted = shown.current === order;
    shown.current = order;
    return isSorted ? anchor() : null;
  };
}

type CardsProps = {
  rows: SubmissionListItem[];
  order: QueueOrder;
  queue: ReviewQueueState;
  selection: Selection;
  onEnlarge: (row: SubmissionListItem) => void;
  onLeft: (row: SubmissionListItem) => void;
};

function SubmissionCards({ rows, order, queue, selection, onEnlarge, onLeft }: CardsProps) {
  const anchor = useScrollAnchor(order, queue.anchor);
  return (
    <ScrollAnchoredList
      order={rows.map(({ id }) => id).join()}
      anchor={anchor}
      className="card-columns gap-4"
    >
      {rows.map((row) => (
        <li key={row.id}>
          <SubmissionCard
            row={row}
            verdict={queue.open?.id === row.id ? queue.open.verdict : null}
            selection={
              selection.isSelecting
                ? {
                    chosen: selection.selected.includes(row),
                    onToggle: () => {
                      selection.toggle(row);
                    },
                  }
                : null
            }
            onBegin={(verdict) => {
              queue.begin(verdict, row);
            }}
            onCancel={queue.cancel}
            onEnlarge={onEnlarge}
            onLeft={() => {
              onLeft(row);
            }}
          />
        </li>
      ))}
    </ScrollAnchoredList>
  );
}

type RemovedNoticeProps = Pick<ReviewQueueProps, 'rows'> & {
  panel: Panel;
  queue: ReviewQueueState;
  selection: Selection;
};

/** Notifies when the submission under review disappears, unless bulk selection is active. */
function useReviewRemovedNotice({ rows, panel, queue, selection }: RemovedNoticeProps) {
  useRowRemovedNotice({
    rows,
    isOpen: ({ id }) => !selection.isSelecting && id === queue.open?.id,
    isBusy: useIsBeingReviewed(),
    reason: ({ studentName }) => t`${studentName} took it back, or it was reviewed in another window.`,
    close: queue.close,
    onEmpty: () => panel.current?.focus(),
  });
}

/** Queue of pending submissions. */
export function ReviewQueue(props: ReviewQueueProps) {
  const { rows, order, shortcuts, empty } = props;
  const panel = useRef<HTMLDivElement>(null);
  const removeFromPending = useRemoveFromPending();
  const queue = useReviewQueue(rows, panel);
  const selection = useSelection(rows);
  const viewer = useProofViewer(queue.targetOf);
  useShortcuts(panel, queue, shortcuts && !selection.isSelecting);
  useReviewRemovedNotice({ rows, panel, queue, selection });
  return (
    <div ref={panel} tabIndex={-1} className="outline-none" {...queue.listeners}>
      <BulkReview
        {...props}
        panel={panel}
        selection={selection}
        onDone={(reviewed) => {
          reviewed.forEach(queue.close);
          removeFromPending(reviewed);
        }}
      />
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
