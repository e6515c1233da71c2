import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';

import { QueryError } from '@/api/query-error';
import type { SuggestionRow } from '@/api/types';
import { HillArt } from '@/components/art';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/message-state';
import { Loading, Skeleton } from '@/components/skeleton';
import { SteadyList } from '@/components/steady-list';
import { useCardList } from '@/components/use-card-list';
import { useSayWhenGone } from '@/components/use-say-when-gone';
import { type OtherTab, WaitingElsewhere } from '@/components/waiting-elsewhere';

import type { Open } from './answer-place';
import { pendingSuggestionsQuery, useIsBeingAnswered } from './queries';
import { SuggestionCard } from './suggestion-card';

function SkeletonCard() {
  return (
    <Card className="flex min-h-54 flex-col gap-4 px-4 py-4 sm:px-6 sm:py-5">
      <div className="flex items-center gap-3">
        <Skeleton className="h-9 w-9" />
        <div className="flex flex-col gap-2">
          <Skeleton className="w-32" />
          <Skeleton className="w-48" />
        </div>
      </div>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-14" />
      <div className="mt-auto flex justify-end gap-2">
        <Skeleton className="h-9 w-24" />
        <Skeleton className="h-9 w-30" />
      </div>
    </Card>
  );
}

type SuggestionListProps = {
  teacherId: string;
  /** What is pending, newest first. */
  rows: SuggestionRow[];
  /** Around everything of the tab: it has the focus when nothing is left. */
  panel: RefObject<HTMLElement | null>;
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

function SuggestionList({ teacherId, rows, panel }: SuggestionListProps) {
  const queryClient = useQueryClient();
  const focusRest = () => panel.current?.focus();
  const { keepCard, leave, anchor } = useCardList(rows, focusRest);
  const { openOf, open, close } = useOpened(rows, focusRest);
  /** What is answered goes from the list at once, before it is asked for anew. */
  const settle = (row: SuggestionRow) => {
    close(row);
    leave(row);
    queryClient.setQueryData(pendingSuggestionsQuery(teacherId).queryKey, (list) =>
      list?.filter(({ id }) => id !== row.id),
    );
  };
  return (
    <SteadyList order={rows.map(({ id }) => id).join()} anchor={anchor} className="card-columns gap-4">
      {rows.map((row) => (
        <li key={row.id}>
          <SuggestionCard
            row={row}
            open={openOf(row)}
            onOpen={(what) => {
              open(row, what);
            }}
            onSettled={() => {
              settle(row);
            }}
            ref={keepCard(row.id)}
          />
        </li>
      ))}
    </SteadyList>
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
  teacherId: string;
  /** What waits in the other tab, if anything. */
  otherTab: OtherTab | null;
};

/** The Goal Suggestions tab: what is pending, in each of its states. */
export function PendingSuggestions({ teacherId, otherTab }: PendingSuggestionsProps) {
  const pending = useQuery(pendingSuggestionsQuery(teacherId));
  const panel = useRef<HTMLDivElement>(null);
  if (pending.isPending) {
    return (
      <Loading label="Loading suggestions...">
        <div className="card-columns gap-4">
          <SkeletonCard />
          <SkeletonCard />
        </div>
      </Loading>
    );
  }
  if (!pending.data) {
    return (
      <Card>
        <QueryError title="The suggestions didn't load" query={pending} />
      </Card>
    );
  }
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {pending.data.length === 0 && (
        <Card>
          <NothingPending otherTab={otherTab} />
        </Card>
      )}
      <SuggestionList teacherId={teacherId} rows={pending.data} panel={panel} />
    </div>
  );
}
