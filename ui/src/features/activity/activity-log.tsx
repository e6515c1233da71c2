import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { hasNoRows } from '@/api/cursor-pagination';
import type { Activity, Classroom } from '@/api/types';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { type RowFocusProps, ShowMore, useFocusOnNewPage } from '@/components/show-more';
import { Skeleton } from '@/components/skeleton';
import { QueryView } from '@/shared/query-view';

import { ActivityRow, rowClass } from './activity-row';
import { groupByDay, type Day, dayTitle } from './group-by-day';
import type { Group } from './kinds';
import { activityQuery } from './queries';

const emptyMessages: Record<Group, MessageDescriptor> = {
  all: msg`Sign-ins, reviews, corrections and deletions show up here.`,
  'sign-ins': msg`Nobody has signed in yet, and nobody has tried.`,
  reviews: msg`What you approve, deny or return shows up here.`,
  goalbucks: msg`Awards, corrections and purchases show up here.`,
  deletions: msg`Nothing has been deleted.`,
  settings: msg`New passwords, class codes, backups and switches show up here.`,
};

type DayProps = {
  day: Day<Activity>;
  getClassName: (row: Activity) => string | undefined;
  getFocusProps: (row: Activity) => RowFocusProps;
};

function DaySection({ day, getClassName, getFocusProps }: DayProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line first:border-t-0">
      <h2 id={id} className="bg-sunken px-4 py-1.5 text-small font-bold tracking-normal text-ink-2 sm:px-5">
        {dayTitle(day.date)}
      </h2>
      <ul>
        {day.rows.map((row) => (
          <ActivityRow key={row.id} row={row} className={getClassName(row)} focusProps={getFocusProps(row)} />
        ))}
      </ul>
    </section>
  );
}

type RowsProps = { pages: Activity[][]; classrooms: readonly Classroom[] };

function ActivityRows({ pages, classrooms }: RowsProps) {
  const getFocusProps = useFocusOnNewPage(pages);
  const getClassName = (row: Activity) =>
    classrooms.length > 1 ? classrooms.find(({ id }) => id === row.classroomId)?.name : undefined;
  return groupByDay(pages.flat()).map((day) => (
    <DaySection key={day.date} day={day} getClassName={getClassName} getFocusProps={getFocusProps} />
  ));
}

function LoadingRows() {
  const widths = ['w-2/5', 'w-3/5', 'w-1/2', 'w-1/3'];
  return Array.from({ length: 8 }, (_, row) => (
    <div key={row} className={rowClass}>
      <Skeleton className="mt-0.5 size-8" />
      <div className="flex grow flex-col gap-2.5 py-1">
        <Skeleton className={widths[row % widths.length] ?? 'w-1/2'} />
        <Skeleton className="w-1/4" />
      </div>
    </div>
  ));
}

type ActivityLogProps = {
  group: Group;
  /** Used to show class names beside the entries. */
  classrooms: readonly Classroom[];
  /** Leaves out later entries. */
  until: Date | null;
};

/** The activity log grouped by day; live events refresh it. */
export function ActivityLog({ group, classrooms, until }: ActivityLogProps) {
  const log = useInfiniteQuery(activityQuery(group, until));
  return (
    <Card className="overflow-clip">
      <QueryView
        query={log}
        title={t`The activity didn't load`}
        loading={t`Loading activity...`}
        skeleton={<LoadingRows />}
        isEmpty={hasNoRows}
        empty={
          <EmptyState art={<HillArt />} title={t`Nothing here yet`}>
            {i18n._(emptyMessages[group])}
          </EmptyState>
        }
      >
        {({ pages }) => (
          <>
            <ActivityRows pages={pages.map(({ rows }) => rows)} classrooms={classrooms} />
            <ShowMore pages={log} />
          </>
        )}
      </QueryView>
    </Card>
  );
}
