import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';

import type { SuggestionRow } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/art';
import { QueryView } from '@/shared/query-view';
import { ReviewCardSkeleton } from '@/shared/review-list/review-card-parts';
import { SteadyList } from '@/shared/review-list/steady-list';
import { useCardList } from '@/shared/review-list/use-card-list';
import { useSayWhenGone } from '@/shared/review-list/use-say-when-gone';
import { useSteadyQueue } from '@/shared/review-list/use-steady-queue';
import { type OtherTab, WaitingElsewhere } from '@/shared/review-list/waiting-elsewhere';

import type { Open } from './answer-place';
import { type Answer, pendingSuggestionsQuery, useIsBeingAnswered, usePendingSuggestions } from './queries';
import { SuggestionCard } from './suggestion-card';

function SkeletonCard() {
  return (
    <Card className="flex min-h-54 flex-col gap-4 px-4 py-4 sm:px-6 sm:py-5">
      <ReviewCardSkeleton textClass="h-14" />
    </Card>
  );
}

type SuggestionListProps = {
  /** What is pending, newest first. */
  rows: SuggestionRow[];
  /** Shown when there is nothing. */
  empty: ReactNode;
};

/** What is open on which card; when a card goes with what is typed in it, that is said. */
function useOpened(rows: SuggestionRow[], focusRest: () => void) {
  const [opened, setOpened] = useState<Readonly<Record<string, Open>>>({});
  const openOf = ({ id }: SuggestionRow) => opened[id] ?? null;
  const open = ({ id }: SuggestionRow, what: Open) => {
    setOpened((now) => ({ ...now, [id]: what }));
  };
  const close = (row: SuggestionRow) => {
    open(row, null);
  };
  useSayWhenGone({
    rows,
    isOpen: (row) => openOf(row) !== null,
    isBusy: useIsBeingAnswered(),
    reason: ({ studentName }) =>
      `It was answered in another window, or ${studentName} is no longer in your classes.`,
    close,
    focusRest,
  });
  return { openOf, open, close };
}

/** How a suggestion was answered here, and how tall its card was then. */
type Settled = { answer: Answer; height: number };

/** Takes a suggestion from the pending ones at once, before they are asked for anew. */
function useRemoveFromPending() {
  const { id: teacherId } = useUser();
  const queryClient = useQueryClient();
  return (row: SuggestionRow) => {
    queryClient.setQueryData(pendingSuggestionsQuery(teacherId).queryKey, (list) =>
      list?.filter(({ id }) => id !== row.id),
    );
  };
}

function SuggestionList({ rows, empty }: SuggestionListProps) {
  const removeFromPending = useRemoveFromPending();
  // It has the focus when nothing is left.
  const panel = useRef<HTMLDivElement>(null);
  const queue = useSteadyQueue<SuggestionRow, Settled>(panel, rows, 'newest first');
  const focusRest = () => panel.current?.focus({ preventScroll: true });
  const { cardOf, keepCard, leave, anchor } = useCardList(rows, focusRest);
  const { openOf, open, close } = useOpened(rows, focusRest);
  const isBeingAnswered = useIsBeingAnswered();
  // The list may be refreshed before the answer comes back.
  const settledOf = (row: SuggestionRow) => (isBeingAnswered(row) ? null : queue.outcomeOf(row));
  const settle = (row: SuggestionRow, answer: Answer | null) => {
    if (answer) queue.note(row.id, { answer, height: cardOf(row.id)?.offsetHeight ?? 0 });
    close(row);
    leave(row, queue.usesKeyboard());
    removeFromPending(row);
  };
  return (
    <div ref={panel} tabIndex={-1} className="outline-none" {...queue.listeners}>
      {queue.rows.length === 0 && empty}
      <SteadyList
        order={queue.rows.map(({ id }) => id).join()}
        anchor={anchor}
        className="card-columns gap-4"
      >
        {queue.rows.map((row) => {
          const settled = settledOf(row);
          return (
            <li key={row.id}>
              <SuggestionCard
                row={row}
                outcome={settled === 'unknown' ? settled : (settled?.answer ?? null)}
                minHeight={settled === null || settled === 'unknown' ? 0 : settled.height}
                open={openOf(row)}
                onOpen={(what) => {
                  open(row, what);
                }}
                onSettled={(answer) => {
                  settle(row, answer);
                }}
                hasJustMoved={queue.hasJustMoved}
                ref={keepCard(row.id)}
              />
            </li>
          );
        })}
      </SteadyList>
    </div>
  );
}

function NothingPending({ otherTab }: Pick<PendingSuggestionsProps, 'otherTab'>) {
  if (otherTab) return <WaitingElsewhere art={<HillArt />} title="No suggestions waiting" {...otherTab} />;
  return (
    <EmptyState art={<HillArt />} title="No suggestions waiting">
      When a student suggests a goal, it shows up here by itself.
    </EmptyState>
  );
}

type PendingSuggestionsProps = {
  /** What waits in the other tab, if anything. */
  otherTab: OtherTab | null;
};

/** The Goal Suggestions tab: what is pending, in each of its states. */
export function PendingSuggestions({ otherTab }: PendingSuggestionsProps) {
  const pending = usePendingSuggestions();
  return (
    <QueryView
      query={pending}
      variant="card"
      title="The suggestions didn't load"
      loading="Loading suggestions..."
      skeleton={
        <div className="card-columns gap-4">
          <SkeletonCard />
          <SkeletonCard />
        </div>
      }
    >
      {(rows) => (
        <SuggestionList
          rows={rows}
          empty={
            <Card>
              <NothingPending otherTab={otherTab} />
            </Card>
          }
        />
      )}
    </QueryView>
  );
}
