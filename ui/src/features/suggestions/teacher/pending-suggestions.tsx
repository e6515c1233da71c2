import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';

import type { SuggestionListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { FilterBar, NothingMatches } from '@/shared/filters/filter-bar';
import { reviewFields } from '@/shared/filters/row-fields';
import { useListFilters } from '@/shared/filters/use-filters';
import { QueryView } from '@/shared/query-view';
import { type OtherTab, OtherTabPrompt } from '@/shared/review-list/other-tab-prompt';
import { ReviewCardSkeleton } from '@/shared/review-list/review-card-parts';
import { ScrollAnchoredList } from '@/shared/review-list/scroll-anchored-list';
import { useReviewFocus } from '@/shared/review-list/use-review-focus';
import { useRowRemovedNotice } from '@/shared/review-list/use-row-removed-notice';
import { useStableQueue } from '@/shared/review-list/use-stable-queue';

import { type Answer, useIsBeingAnswered } from './mutations';
import { pendingSuggestionsQuery, usePendingSuggestions } from './queries';
import { SuggestionCard } from './suggestion-card';

function SkeletonCard() {
  return (
    <Card className="flex min-h-54 flex-col gap-4 px-4 py-4 sm:px-6 sm:py-5">
      <ReviewCardSkeleton textClass="h-14" />
    </Card>
  );
}

const FIELDS = reviewFields<SuggestionListItem>(({ suggestedName }) => suggestedName);

type SuggestionListProps = {
  /** Pending suggestions, newest first. */
  rows: SuggestionListItem[];
  /** Whether the filters show it. */
  matches: (row: SuggestionListItem) => boolean;
  /** Empty state. */
  empty: ReactNode;
};

/** The cards with an open form. Notifies when one of them disappears. */
function useOpenForms(rows: SuggestionListItem[], onEmpty: () => void) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isOpen = ({ id }: SuggestionListItem) => open.has(id);
  const change = ({ id }: SuggestionListItem, opens: boolean) => {
    setOpen((now) => new Set(opens ? [...now, id] : [...now].filter((other) => other !== id)));
  };
  const close = (row: SuggestionListItem) => {
    change(row, false);
  };
  useRowRemovedNotice({
    rows,
    isOpen,
    isBusy: useIsBeingAnswered(),
    reason: ({ studentName }) =>
      t`It was answered elsewhere, or ${studentName} is no longer in your classes.`,
    close,
    onEmpty,
  });
  return { isOpen, change, close };
}

/** Answer and card height of a suggestion processed here. */
type ProcessedSuggestion = { answer: Answer; height: number };

/** Removes a suggestion from the cache before the refetch. */
function useRemoveFromPending() {
  const { id: teacherId } = useUser();
  const queryClient = useQueryClient();
  return (row: SuggestionListItem) => {
    queryClient.setQueryData(pendingSuggestionsQuery(teacherId).queryKey, (list) =>
      list?.filter(({ id }) => id !== row.id),
    );
  };
}

function SuggestionList({ rows, matches, empty }: SuggestionListProps) {
  const removeFromPending = useRemoveFromPending();
  // Takes the focus when the list is empty.
  const panel = useRef<HTMLDivElement>(null);
  const queue = useStableQueue<SuggestionListItem, ProcessedSuggestion>(panel, rows, 'newest');
  const onEmpty = () => panel.current?.focus({ preventScroll: true });
  const shown = queue.rows.filter(matches);
  const { targetOf, focusNext, anchor, listeners } = useReviewFocus(panel, shown, onEmpty);
  const forms = useOpenForms(rows, onEmpty);
  const isBeingAnswered = useIsBeingAnswered();
  // The list may be refetched before the response arrives.
  const processedOf = (row: SuggestionListItem) => (isBeingAnswered(row) ? null : queue.outcomeOf(row));
  const settle = (row: SuggestionListItem, answer: Answer | null) => {
    if (answer) queue.recordOutcome(row.id, { answer, height: targetOf(row.id)?.offsetHeight ?? 0 });
    forms.close(row);
    focusNext(row, queue.usesKeyboard());
    removeFromPending(row);
  };
  return (
    <div ref={panel} tabIndex={-1} className="outline-none" {...queue.listeners} {...listeners}>
      {shown.length === 0 && empty}
      <ScrollAnchoredList
        order={shown.map(({ id }) => id).join()}
        anchor={anchor}
        className="card-columns gap-4"
      >
        {queue.rows.map((row) => {
          const processed = processedOf(row);
          return (
            // A filter hides it, which keeps what was typed.
            <li key={row.id} hidden={!shown.includes(row)}>
              <SuggestionCard
                row={row}
                outcome={processed === 'unknown' ? processed : (processed?.answer ?? null)}
                minHeight={processed === null || processed === 'unknown' ? 0 : processed.height}
                open={forms.isOpen(row)}
                onOpen={(opens) => {
                  forms.change(row, opens);
                }}
                onLeft={(answer) => {
                  settle(row, answer);
                }}
                hasJustMoved={queue.hasJustMoved}
              />
            </li>
          );
        })}
      </ScrollAnchoredList>
    </div>
  );
}

function NothingPending({ otherTab }: Pick<PendingSuggestionsProps, 'otherTab'>) {
  if (otherTab) return <OtherTabPrompt art={<HillArt />} title={t`No suggestions waiting`} {...otherTab} />;
  return (
    <EmptyState art={<HillArt />} title={t`No suggestions waiting`}>
      <Trans>When a student suggests a goal, it shows up here by itself.</Trans>
    </EmptyState>
  );
}

type PendingSuggestionsProps = {
  /** Pending items in the other tab, if any. */
  otherTab: OtherTab | null;
};

/** The Goal Suggestions tab. */
export function PendingSuggestions({ otherTab }: PendingSuggestionsProps) {
  const pending = usePendingSuggestions();
  const filters = useListFilters(pending.data, FIELDS);
  return (
    <QueryView
      query={pending}
      variant="card"
      title={t`The suggestions didn't load`}
      loading={t`Loading suggestions...`}
      skeleton={
        <div className="card-columns gap-4">
          <SkeletonCard />
          <SkeletonCard />
        </div>
      }
    >
      {(rows) => (
        <>
          <FilterBar
            filters={filters}
            count={{ shown: rows.filter(filters.matches).length, all: rows.length }}
          />
          <SuggestionList
            rows={rows}
            matches={filters.matches}
            empty={
              <Card>
                {rows.length > 0 ? (
                  <NothingMatches filters={filters} />
                ) : (
                  <NothingPending otherTab={otherTab} />
                )}
              </Card>
            }
          />
        </>
      )}
    </QueryView>
  );
}
