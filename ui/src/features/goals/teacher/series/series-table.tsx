import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalendarCheck, CircleStop, Pencil } from 'lucide-react';

import type { Series } from '@/api/types';
import { type Column, DataTable } from '@/components/data-table/data-table';
import { Menu, MenuItem, MenuSeparator } from '@/components/menu';
import { TextLink } from '@/components/text-link';
import { formatCalendarDate, formatDay, formatNumber, localDay } from '@/lib/format';
import { searchText } from '@/lib/search-text';
import { Amount } from '@/shared/amount';

import type { SeriesStatus } from './queries';
import { describeWeekdays } from './weekdays';

export type SeriesAction = 'edit' | 'today' | 'stop';

/** "Everybody", or "3 students", and their class. */
function ForCell({ series: { studentIds, classroomId, className } }: { series: Series }) {
  return (
    <>
      <span className="block">
        {studentIds === null
          ? t({ message: 'Everybody', comment: 'For whom a goal is: all students of a class' })
          : plural(studentIds.length, { one: '# student', other: '# students' })}
      </span>
      <TextLink to={`/teacher/class/${classroomId}`}>{className}</TextLink>
    </>
  );
}

/** "Mon to Fri until December 18, 2026". */
function WhenCell({ series: { weekdays, until } }: { series: Series }) {
  const days = describeWeekdays(weekdays);
  const last = formatDay(localDay(until));
  return (
    <span>
      <Trans comment="When a goal is given: “Mon, Wed, Fri until December 18, 2026”">
        {days} until {last}
      </Trans>
    </span>
  );
}

function NextCell({ day }: { day: string | null }) {
  if (day === null) {
    return (
      <span className="text-ink-3">
        <Trans comment="In a column of days">None</Trans>
      </span>
    );
  }
  return <span className="inline-block first-letter:uppercase">{formatCalendarDate(day)}</span>;
}

/** "31 of 36 done". */
function SoFarCell({ series }: { series: Series }) {
  const done = formatNumber(series.completed);
  const all = formatNumber(series.given);
  return series.given === 0 ? t`None yet` : t`${done} of ${all} done`;
}

type MenuProps = { series: Series; onChoose: (action: SeriesAction) => void };

function SeriesMenu({ series: { name }, onChoose }: MenuProps) {
  const choose = (action: SeriesAction) => () => {
    onChoose(action);
  };
  return (
    // On a card, beside its headline.
    <Menu
      variant="ghost"
      label={t`Actions for ${name}`}
      className="max-sm:absolute max-sm:end-2 max-sm:top-1.5"
    >
      <MenuItem icon={<CalendarCheck aria-hidden />} onSelect={choose('today')}>
        <Trans>Make Today’s Goals</Trans>
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={choose('edit')}>
        <Trans>Edit</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<CircleStop aria-hidden />} onSelect={choose('stop')}>
        <Trans comment="A goal that repeats stops">Stop</Trans>
      </MenuItem>
    </Menu>
  );
}

const goalColumns = (): Column<Series>[] => [
  {
    id: 'goal',
    header: t`Goal`,
    cardTitle: true,
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <b className="block leading-5 wrap-anywhere sm:min-w-36">
        <bdi>{name}</bdi>
      </b>
    ),
  },
  {
    id: 'for',
    header: t({ message: 'For', comment: 'Column: for whom a goal is' }),
    widthClass: 'w-44 max-xl:w-32 max-[800px]:w-24',
    sortBy: ({ className }) => className,
    cell: (series) => <ForCell series={series} />,
  },
  {
    id: 'goalbucks',
    header: t`GoalBucks`,
    align: 'end',
    widthClass: 'w-28 max-xl:w-24',
    sortBy: ({ goalbucks }) => goalbucks,
    cell: ({ goalbucks }) => <Amount hideUnit value={goalbucks} />,
  },
  {
    id: 'when',
    header: t({ message: 'When', comment: 'Column: the days on which a goal is given' }),
    widthClass: 'w-56 max-xl:w-40 max-[800px]:w-32',
    sortBy: ({ until }) => until,
    cell: (series) => <WhenCell series={series} />,
  },
];

const nextColumn = (): Column<Series> => ({
  id: 'next',
  header: t({ message: 'Next', comment: 'Column: the next day on which a goal is given' }),
  widthClass: 'w-40 max-xl:w-28 max-[800px]:w-24',
  sortBy: ({ nextDay }) => nextDay,
  cell: ({ nextDay }) => <NextCell day={nextDay} />,
});

const soFarColumn = (): Column<Series> => ({
  id: 'so-far',
  header: t({ message: 'So Far', comment: 'Column: how many goals are done' }),
  widthClass: 'w-32 max-xl:w-24',
  cell: (series) => <SoFarCell series={series} />,
});

type SeriesTableProps = {
  status: SeriesStatus;
  label: string;
  rows: Series[];
  /** Whether the teacher may change series of this class. */
  mayManage: (classroomId: string) => boolean;
  onChoose: (action: SeriesAction, series: Series) => void;
};

/** Goals that repeat, or that did. */
export function SeriesTable({ status, label, rows, mayManage, onChoose }: SeriesTableProps) {
  const actions: Column<Series> = {
    id: 'actions',
    header: t`Actions`,
    actions: true,
    align: 'end',
    widthClass: 'w-14',
    cell: (series) =>
      mayManage(series.classroomId) && (
        <SeriesMenu
          series={series}
          onChoose={(action) => {
            onChoose(action, series);
          }}
        />
      ),
  };
  const columns = [...goalColumns(), ...(status === 'running' ? [nextColumn()] : []), soFarColumn()];
  return (
    <DataTable
      label={label}
      columns={status === 'running' ? [...columns, actions] : columns}
      rows={rows}
      rowKey={({ id }) => id}
      search={{
        label: t`Search goals and classes`,
        text: ({ name, className }) => searchText(name, className),
        none: t`No goal matches.`,
      }}
    />
  );
}
