import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';

import { hasNoRows } from '@/api/cursor-pagination';
import type { Series } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { ShowMore } from '@/components/show-more';
import { SkeletonRows } from '@/components/skeleton';
import { QueryView } from '@/shared/query-view';

import { useMakeToday } from './mutations';
import { rangeOf, today } from './planned-days';
import { noSchoolQuery, seriesQuery } from './queries';
import { EditSeriesDialog, StopSeriesDialog } from './series-dialogs';
import { type SeriesAction, SeriesTable } from './series-table';

type RepeatingGoalsProps = {
  /** Whether the teacher may change series of this class. */
  mayManage: (classroomId: string) => boolean;
  /** The owner of this class. */
  ownerOf: (classroomId: string) => string | undefined;
};
type ListProps = Pick<RepeatingGoalsProps, 'mayManage'> & {
  onChoose: (action: SeriesAction, series: Series) => void;
};

function NoSeries() {
  return (
    <EmptyState art={<HillArt />} title={t`No goals repeat`}>
      <Trans>Switch on Repeats when you assign a goal, and it stands here.</Trans>
    </EmptyState>
  );
}

/** Says that today is without school, which is why there are no goals of today. */
function NoSchoolToday() {
  const ranges = useQuery(noSchoolQuery(useUser().id)).data ?? [];
  const range = rangeOf(today(), ranges);
  if (!range) return null;
  const { name } = range;
  return (
    <div className="mb-4 flex gap-3 rounded-control bg-sunken px-4 py-3">
      <CalendarOff aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-2" />
      <div className="min-w-0">
        <p className="font-mid wrap-anywhere">
          {name === null ? t`No school today.` : <Trans>No school today: {name}.</Trans>}
        </p>
        <p>
          <Trans>No goals were made. School after all? Choose Make Today’s Goals in a goal’s menu.</Trans>
        </p>
      </div>
    </div>
  );
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
export function RepeatingGoals({ mayManage, ownerOf }: RepeatingGoalsProps) {
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
  const list = { mayManage, onChoose: choose };
  return (
    <>
      <NoSchoolToday />
      <RunningSeries {...list} />
      <StoppedSeries {...list} />
      <EditSeriesDialog
        series={seriesFor('edit')}
        ownerId={chosen ? ownerOf(chosen.series.classroomId) : undefined}
        onClose={close}
      />
      <StopSeriesDialog series={seriesFor('stop')} onClose={close} />
    </>
  );
}
