import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { hasNoRows } from '@/api/cursor-pagination';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { CupArt, HillArt } from '@/components/illustrations/illustrations';
import { ShowMore } from '@/components/show-more';
import { SkeletonRows } from '@/components/skeleton';
import { FilterBar } from '@/shared/filters/filter-bar';
import { type Filters, useFilterParams, useRemoveUnknown } from '@/shared/filters/use-filters';
import { QueryView } from '@/shared/query-view';

import { assignmentsQuery, goalFiltersQuery, type ListedStatus } from './assignment-queries';
import { AssignmentTable } from './assignment-table';

function NoGoals({ status }: { status: ListedStatus }) {
  switch (status) {
    case 'current':
      return (
        <EmptyState art={<HillArt />} title={t`No current goals`}>
          <Trans>Goals that you assign stand here until they are reached.</Trans>
        </EmptyState>
      );
    case 'completed':
      return (
        <EmptyState art={<CupArt />} title={t`No completed goals yet`}>
          <Trans>Every goal that your students reach is kept here.</Trans>
        </EmptyState>
      );
  }
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      art={<HillArt />}
      title={t`No goal matches.`}
      action={
        <Button variant="primary" onClick={onClear}>
          <Trans>Show All</Trans>
        </Button>
      }
    />
  );
}

/** Number of loaded goals. Takes the focus when the last page was loaded and the button disappeared. */
function GoalCount({ count, more, pages }: { count: number; more: boolean; pages: number }) {
  const status = useRef<HTMLParagraphElement>(null);
  const shownPages = useRef(pages);
  useEffect(() => {
    const grew = pages > shownPages.current;
    shownPages.current = pages;
    if (grew && !more) status.current?.focus();
  }, [pages, more]);
  return (
    <p
      ref={status}
      role="status"
      tabIndex={-1}
      className="border-t border-line px-4 py-2.5 text-small text-ink-2 outline-offset-[-3px]!"
    >
      {more
        ? plural(count, {
            one: 'Only the newest # goal so far.',
            other: 'Only the newest # goals so far.',
          })
        : plural(count, { one: '# goal in all', other: '# goals in all' })}
    </p>
  );
}

const FILTERS = ['class', 'goal', 'student'] as const;

/** Filters of a list of which the server sends pages. */
function useGoalFilters(status: ListedStatus): Filters {
  const { values, choose, remove } = useFilterParams(FILTERS);
  const { data: options, isPlaceholderData } = useQuery(goalFiltersQuery(useUser().id, status, values));
  const isUnknown = (name: (typeof FILTERS)[number]) =>
    values[name] !== undefined && !options?.[name].some(({ value }) => value === values[name]);
  useRemoveUnknown(options && !isPlaceholderData ? FILTERS.filter(isUnknown) : [], remove);
  return {
    values,
    options: options ?? {},
    isSet: Object.keys(values).length > 0,
    choose,
    clear: () => {
      remove(FILTERS);
    },
  };
}

/** Goals of all classes by assignment, in pages of 50, with filters. */
export function AllGoals({ status, label }: { status: ListedStatus; label: string }) {
  const filters = useGoalFilters(status);
  return (
    <>
      <FilterBar filters={filters} />
      <Card as="section" aria-label={label} className="overflow-clip">
        <GoalPages status={status} filters={filters} />
      </Card>
    </>
  );
}

function GoalPages({ status, filters }: { status: ListedStatus; filters: Filters }) {
  const query = useInfiniteQuery(assignmentsQuery(useUser().id, status, filters.values));
  const assignments = query.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const count = assignments.reduce((sum, { studentNames }) => sum + studentNames.length, 0);
  const noMatchMessage = query.hasNextPage
    ? plural(count, {
        one: 'None of the newest # goal matches. Show more to search further back.',
        other: 'None of the newest # goals matches. Show more to search further back.',
      })
    : t`No goal matches.`;
  return (
    <QueryView
      query={query}
      title={t`The goals didn't load`}
      loading={t`Loading goals...`}
      skeleton={<SkeletonRows rows={10} />}
      isEmpty={hasNoRows}
      empty={filters.isSet ? <NoMatch onClear={filters.clear} /> : <NoGoals status={status} />}
    >
      {({ pages }) => (
        <>
          <AssignmentTable status={status} rows={assignments} noMatchMessage={noMatchMessage} />
          <GoalCount count={count} more={query.hasNextPage} pages={pages.length} />
          <ShowMore pages={query} />
        </>
      )}
    </QueryView>
  );
}
