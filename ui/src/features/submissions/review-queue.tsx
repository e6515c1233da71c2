import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { SubmissionRow } from '@/api/types';
import { TrayArt } from '@/components/art';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/message-state';
import { SteadyList } from '@/components/steady-list';
import { useSayWhenGone } from '@/components/use-say-when-gone';

import { ChoiceBar, ChooseButton } from './choice-bar';
import { DenySeveralDialog } from './deny-several-dialog';
import { ProofViewer } from './proof-viewer';
import { pendingSubmissionsQuery, useIsBeingReviewed } from './queries';
import { SubmissionCard } from './submission-card';
import { type Choice, useChoice } from './use-choice';
import { type ReviewDesk, useReviewDesk } from './use-review-desk';
import { useSendReviews } from './use-send-reviews';
import { useShortcuts } from './use-shortcuts';

type ReviewQueueProps = {
  teacherId: string;
  /** What is pending, newest first. */
  rows: SubmissionRow[];
  shortcuts: boolean;
  /** Around everything of the tab: it has the focus when nothing is left. */
  panel: RefObject<HTMLElement | null>;
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
function useDropFromList(teacherId: string) {
  const queryClient = useQueryClient();
  return (reviewed: SubmissionRow[]) => {
    const ids = new Set(reviewed.map(({ id }) => id));
    queryClient.setQueryData(pendingSubmissionsQuery(teacherId).queryKey, (list) =>
      list?.filter((other) => !ids.has(other.id)),
    );
  };
}

type SeveralProps = Pick<ReviewQueueProps, 'rows' | 'panel'> & {
  choice: Choice;
  onDone: (rows: SubmissionRow[]) => void;
};

/** The bar over the list and the dialog that it opens. */
function ReviewSeveral({ rows, panel, choice, onDone }: SeveralProps) {
  const [denying, setDenying] = useState(false);
  const { chosen } = choice;
  const { send, sending } = useSendReviews((reviewed) => {
    setDenying(false);
    choice.end();
    onDone(reviewed);
    panel.current?.focus();
  });
  if (rows.length === 0 && !sending) return null;
  if (!choice.choosing) return rows.length > 1 && <ChooseButton onBegin={choice.begin} />;
  return (
    <>
      <ChoiceBar
        choice={choice}
        total={rows.length}
        sending={sending}
        onApprove={() => {
          send(chosen, { verdict: 'approved', comment: '', allowResubmission: false });
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
        onClose={() => {
          setDenying(false);
        }}
        onDeny={(written) => {
          send(chosen, written);
        }}
      />
    </>
  );
}

function CaughtUp() {
  return (
    <Card>
      <EmptyState art={<TrayArt />} title="You're all caught up">
        What your students submit shows up here by itself.
      </EmptyState>
    </Card>
  );
}

type CardsProps = {
  rows: SubmissionRow[];
  desk: ReviewDesk;
  choice: Choice;
  onEnlarge: (row: SubmissionRow) => void;
  onSettled: (row: SubmissionRow) => void;
};

function Cards({ rows, desk, choice, onEnlarge, onSettled }: CardsProps) {
  return (
    <SteadyList order={rows.map(({ id }) => id).join()} anchor={desk.anchor} className="flex flex-col gap-4">
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
export function ReviewQueue({ teacherId, rows, shortcuts, panel }: ReviewQueueProps) {
  const drop = useDropFromList(teacherId);
  const desk = useReviewDesk(rows, () => panel.current?.focus());
  const choice = useChoice(rows);
  const viewer = useViewing(desk.cardOf);
  useShortcuts(panel, desk, shortcuts && !choice.choosing);
  useSayWhenOpenGoes({ rows, panel, desk, choice });
  return (
    <>
      <ReviewSeveral
        {...{ rows, panel, choice }}
        onDone={(reviewed) => {
          reviewed.forEach(desk.close);
          drop(reviewed);
        }}
      />
      {rows.length === 0 && <CaughtUp />}
      <Cards
        {...{ rows, desk, choice }}
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
