import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';

import { hasNoRows } from '@/api/cursor-pagination';
import type { Classroom, Series } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { ShowMore } from '@/components/show-more';
import { SkeletonRows } from '@/components/skeleton';
import { Names } from '@/shared/names';
import { QueryView } from '@/shared/query-view';

import { useMakeToday } from './mutations';
import { rangeOf, today } from './planned-days';
import { noSchoolQuery, seriesQuery } from './queries';
import { EditSeriesDialog, StopSeriesDialog } from './series-dialogs';
import { type SeriesAction, SeriesTable } from './series-table';

type Class = Pick<Classroom, 'id' | 'name' | 'teacherId'>;
type RepeatingGoalsProps = {
  /** The classes whose series the teacher may change, of all their owners. */
  classes: readonly Class[];
};
type ListProps = {
  mayManage: (classroomId: string) => boolean;
  onChoose: (action: SeriesAction, series: Series) => void;
};

function NoSeries() {
  return (
    <EmptyState art={<HillArt />} title={t`No goals repeat`}>
      <Trans>Switch on Repeats when you assign a goal, and it stands here.</Trans>
    </EmptyState>
  );
}

type NoSchoolTodayProps = {
  /** Whose days without school apply. */
  ownerId: string;
  /** Where they apply; null: in all classes of the page. */
  classNames: string[] | null;
};

function noSchoolMessage(name: string | null, classNames: string[] | null) {
  if (classNames === null) {
    return name === null ? t`No school today.` : <Trans>No school today: {name}.</Trans>;
  }
  const where = <Names names={classNames} />;
  return name === null ? (
    <Trans comment="{where} are the names of classes">No school today in {where}.</Trans>
  ) : (
    <Trans comment="{where} are the names of classes">
      No school today in {where}: {name}.
    </Trans>
  );
}

/** Says that today is without school, which is why there are no goals of today. */
function NoSchoolToday({ ownerId, classNames }: NoSchoolTodayProps) {
  const ranges = useQuery(noSchoolQuery(ownerId)).data ?? [];
  const range = rangeOf(today(), ranges);
  if (!range) return null;
  return (
    <div className="mb-4 flex gap-3 rounded-control bg-sunken px-4 py-3">
      <CalendarOff aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-2" />
      <div className="min-w-0">
        <p className="font-mid wrap-anywhere">{noSchoolMessage(range.name, classNames)}</p>
        <p>
          <Trans>No goals were made. School after all? Choose Make Today’s Goals in a goal’s menu.</Trans>
        </p>
      </div>
    </div>
  );
}

/** One for each owner of the classes. */
function NoSchoolTodayByOwner({ classes }: RepeatingGoalsProps) {
  const ownerIds = [...new Set(classes.map(({ teacherId }) => teacherId))];
  return ownerIds.map((ownerId) => {
    const own = classes.filter(({ teacherId }) => teacherId === ownerId);
    const classNames = ownerIds.length > 1 ? own.map(({ name }) => name) : null;
    return <NoSchoolToday key={ownerId} ownerId={ownerId} classNames={classNames} />;
  });
}

function RunningSeries(props: ListProps) {
  const query = useInfiniteQuery(seriesQuery(useUser().id, 'running'));
  const label = t`Goals that repeat`;
  return (
    <Card as="section" aria-label={label} className="overflow-clip">
      <QueryView
        query={query}
        title={t`The goals didn't load`}
        loading={t`Loading goals...`}
        skeleton={<SkeletonRows rows={5} />}
        isEmpty={hasNoRows}
        empty={<NoSeries />}
      >
        {({ pages }) => (
          <>
            <SeriesTable {...props} status="running" label={label} rows={pages.flatMap(({ rows }) => rows)} />
            <ShowMore pages={query} />
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** Series that were stopped, or whose last day is over; nothing without any. */
function StoppedSeries(props: ListProps) {
  const query = useInfiniteQuery(seriesQuery(useUser().id, 'stopped'));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-3">
        <Trans comment="Heading above goals that don’t repeat any more">Stopped or over</Trans>
      </h2>
      <Card className="overflow-clip">
        <SeriesTable {...props} status="stopped" label={t`Goals that don’t repeat any more`} rows={rows} />
        <ShowMore pages={query} />
      </Card>
    </section>
  );
}

/** The goals that repeat, of all classes, and those that did. */
export function RepeatingGoals({ classes }: RepeatingGoalsProps) {
  const [chosen, setChosen] = useState<{ action: SeriesAction; series: Series } | null>(null);
  const makeToday = useMakeToday();
  const choose = (action: SeriesAction, series: Series) => {
    if (action !== 'today') setChosen({ action, series });
    else if (!makeToday.isPending) makeToday.mutate(series.id);
  };
  const close = () => {
    setChosen(null);
  };
  const seriesFor = (action: SeriesAction) => (chosen?.action === action ? chosen.series : null);
  const classOf = (classroomId: string) => classes.find(({ id }) => id === classroomId);
  const list = { mayManage: (id: string) => classOf(id) !== undefined, onChoose: choose };
  return (
    <>
      <NoSchoolTodayByOwner classes={classes} />
      <RunningSeries {...list} />
      <StoppedSeries {...list} />
      <EditSeriesDialog
        series={seriesFor('edit')}
        ownerId={chosen ? classOf(chosen.series.classroomId)?.teacherId : undefined}
        onClose={close}
      />
      <StopSeriesDialog series={seriesFor('stop')} onClose={close} />
    </>
  );
}
