import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionRow } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { SteadyList } from '@/shared/review-list/steady-list';
import { useSayWhenGone } from '@/shared/review-list/use-say-when-gone';

import { ChoiceBar, ChooseButton } from './choice-bar';
import { DenySeveralDialog } from './deny-several-dialog';
import { OrderSelect } from './order-select';
import { ProofViewer } from './proof-viewer';
import { pendingSubmissionsQuery } from './queries';
import { useIsBeingReviewed, useReviewSubmissions, type Written } from './review-queries';
import { SubmissionCard } from './submission-card';
import { type Choice, useChoice } from './use-choice';
import type { QueueOrder } from './use-queue-order';
import { type ReviewDesk, useReviewDesk } from './use-review-desk';
import { useShortcuts } from './use-shortcuts';

type ReviewQueueProps = {
  /** What is pending, in this order. */
  rows: SubmissionRow[];
  order: QueueOrder;
  onOrder: (order: QueueOrder) => void;
  shortcuts: boolean;
  /** Around everything of the tab: it has the focus when nothing is left. */
  panel: RefObject<HTMLElement | null>;
  /** What to say while nothing is pending. */
  empty: ReactNode;
};

/** The viewer's photo, and where the focus goes when it closes: into the review that it started, else to its card. */
function useViewing(cardOf: (id: string) => HTMLElement | undefined) {
  const [viewing, setViewing] = useState<SubmissionRow | null>(null);
  const last = useRef<SubmissionRow | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  return {
    viewing,
    enlarge: (row: SubmissionRow) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      last.current = row;
      setViewing(row);
    },
    show: (row: SubmissionRow) => {
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

/** What is reviewed goes from the list at once, before it is asked for anew. */
function useDropFromList() {
  const { id: teacherId } = useUser();
  const queryClient = useQueryClient();
  return (reviewed: SubmissionRow[]) => {
    const ids = new Set(reviewed.map(({ id }) => id));
    queryClient.setQueryData(pendingSubmissionsQuery(teacherId).queryKey, (list) =>
      list?.filter((other) => !ids.has(other.id)),
    );
  };
}

type SeveralProps = Pick<ReviewQueueProps, 'rows' | 'order' | 'onOrder' | 'panel'> & {
  choice: Choice;
  onDone: (rows: SubmissionRow[]) => void;
};

type ToolbarProps = Pick<ReviewQueueProps, 'order' | 'onOrder'> & { onBegin: () => void };

function Toolbar({ order, onOrder, onBegin }: ToolbarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
      <OrderSelect order={order} onChange={onOrder} />
      <ChooseButton onBegin={onBegin} />
    </div>
  );
}

/** The bar over the list and the dialog that it opens. */
function ReviewSeveral({ rows, order, onOrder, panel, choice, onDone }: SeveralProps) {
  const [denying, setDenying] = useState(false);
  const { chosen } = choice;
  const review = useReviewSubmissions((reviewed) => {
    setDenying(false);
    choice.end();
    onDone(reviewed);
    panel.current?.focus();
  });
  const sending = review.isPending;
  const send = (written: Written) => {
    review.mutate({ rows: chosen, ...written });
  };
  if (rows.length === 0 && !sending) return null;
  if (!choice.choosing) {
    return rows.length < 2 ? null : <Toolbar order={order} onOrder={onOrder} onBegin={choice.begin} />;
  }
  return (
    <>
      <ChoiceBar
        choice={choice}
        total={rows.length}
        sending={sending}
        onApprove={() => {
          send({ verdict: 'approved', comment: '', allowResubmission: false });
        }}
        onDeny={() => {
          setDenying(true);
        }}
        onCancel={() => {
          flushSync(choice.end);
          panel.current?.querySelector<HTMLElement>('[data-choose]')?.focus();
        }}
      />
      <DenySeveralDialog
        open={denying && (chosen.length > 0 || sending)}
        count={chosen.length}
        sending={sending}
        failure={review.error}
        onClose={() => {
          setDenying(false);
        }}
        onDeny={send}
      />
    </>
  );
}

/** Holds the list in its place while rows come and go, but not when they are sorted the other way round. */
function useAnchor(order: QueueOrder, anchor: ReviewDesk['anchor']) {
  const shown = useRef(order);
  return () => {
    const isSorted = shown.current === order;
    shown.current = order;
    return isSorted ? anchor() : null;
  };
}

type CardsProps = {
  rows: SubmissionRow[];
  order: QueueOrder;
  desk: ReviewDesk;
  choice: Choice;
  onEnlarge: (row: SubmissionRow) => void;
  onSettled: (row: SubmissionRow) => void;
};

function Cards({ rows, order, desk, choice, onEnlarge, onSettled }: CardsProps) {
  const anchor = useAnchor(order, desk.anchor);
  return (
    <SteadyList order={rows.map(({ id }) => id).join()} anchor={anchor} className="card-columns gap-4">
      {rows.map((row) => (
        <li key={row.id}>
          <SubmissionCard
            row={row}
            verdict={desk.open?.id === row.id ? desk.open.verdict : null}
            choice={
              choice.choosing
                ? {
                    chosen: choice.chosen.includes(row),
                    onToggle: () => {
                      choice.toggle(row);
                    },
                  }
                : null
            }
            onBegin={(verdict) => {
              desk.begin(verdict, row);
            }}
            onCancel={desk.cancel}
            onEnlarge={onEnlarge}
            onSettled={() => {
              onSettled(row);
            }}
            ref={desk.keepCard(row.id)}
          />
        </li>
      ))}
    </SteadyList>
  );
}

type Watched = Pick<ReviewQueueProps, 'rows' | 'panel'> & { desk: ReviewDesk; choice: Choice };

/** Says so when the submission that is being reviewed goes. While several are chosen, the bar does. */
function useSayWhenOpenGoes({ rows, panel, desk, choice }: Watched) {
  useSayWhenGone({
    rows,
    isOpen: ({ id }) => !choice.choosing && id === desk.open?.id,
    isBusy: useIsBeingReviewed(),
    reason: ({ studentName }) => `${studentName} took it back, or it was reviewed in another window.`,
    close: desk.close,
    focusRest: () => panel.current?.focus(),
  });
}

/** Everything that waits for a review, one card each. */
export function ReviewQueue(props: ReviewQueueProps) {
  const { rows, order, onOrder, shortcuts, panel, empty } = props;
  const drop = useDropFromList();
  const desk = useReviewDesk(rows, () => panel.current?.focus());
  const choice = useChoice(rows);
  const viewer = useViewing(desk.cardOf);
  useShortcuts(panel, desk, shortcuts && !choice.choosing);
  useSayWhenOpenGoes({ rows, panel, desk, choice });
  return (
    <>
      <ReviewSeveral
        {...{ rows, order, onOrder, panel, choice }}
        onDone={(reviewed) => {
          reviewed.forEach(desk.close);
          drop(reviewed);
        }}
      />
      {rows.length === 0 && empty}
      <Cards
        {...{ rows, order, desk, choice }}
        onEnlarge={viewer.enlarge}
        onSettled={(row) => {
          desk.leave(row);
          drop([row]);
        }}
      />
      {viewer.viewing && (
        <ProofViewer
          row={viewer.viewing}
          rows={rows}
          order={order}
          shortcuts={shortcuts}
          choosing={choice.choosing}
          onShow={viewer.show}
          onClose={viewer.close}
          onReview={(verdict, row) => {
            viewer.close();
            desk.begin(verdict, row);
          }}
          returnFocus={viewer.returnFocus}
        />
      )}
    </>
  );
}
