import { type ReactNode, useMemo } from 'react';

import type { Goal, GoalRow } from '@/api/types';
import { Amount } from '@/components/amount';
import { type Column, DataTable } from '@/components/data-table';
import { formatCalendarDate } from '@/components/format';
import { searchText } from '@/components/search-text';
import { TextLink } from '@/components/text-link';

import { DueDate, PastDay } from './goal-dates';

/** Here "today" begins a line. */
function Day({ children }: { children: ReactNode }) {
  return <span className="inline-block first-letter:uppercase">{children}</span>;
}

/** "Tuesday, December 1" under the column's own name; what is overdue says so in full. */
function Due({ goal }: { goal: GoalRow }) {
  if (goal.dueDate === null) return <span className="text-ink-3">No due date</span>;
  return goal.overdue ? <DueDate goal={goal} /> : <Day>{formatCalendarDate(goal.dueDate)}</Day>;
}

const columns: Column<GoalRow>[] = [
  {
    id: 'goal',
    header: 'Goal',
    headline: true,
    sortBy: ({ name }) => name,
    cell: ({ name }) => (
      <b className="block leading-5 wrap-anywhere sm:min-w-40">
        <bdi>{name}</bdi>
      </b>
    ),
  },
  {
    id: 'student',
    header: 'Student',
    width: 'w-48 max-xl:w-38 max-[800px]:w-28',
    sortBy: ({ studentName }) => studentName,
    cell: ({ studentId, studentName }) => (
      <TextLink to={`/teacher/student/${studentId}/goals`}>{studentName}</TextLink>
    ),
  },
  {
    id: 'class',
    header: 'Class',
    width: 'w-44 max-xl:w-32 max-[800px]:w-24',
    sortBy: ({ className }) => className,
    cell: ({ classroomId, className }) => (
      <TextLink to={`/teacher/class/${classroomId}`}>{className}</TextLink>
    ),
  },
  {
    id: 'goalbucks',
    header: 'GoalBucks',
    align: 'end',
    width: 'w-30 max-xl:w-24',
    sortBy: ({ goalbucks }) => goalbucks,
    cell: ({ goalbucks }) => <Amount hideUnit value={goalbucks} />,
  },
];

const dateColumns: Record<Goal['status'], Column<GoalRow>> = {
  current: {
    id: 'due',
    header: 'Due',
    width: 'w-52 max-xl:w-36',
    sortBy: ({ dueDate }) => dueDate,
    cell: (goal) => <Due goal={goal} />,
  },
  completed: {
    id: 'completed',
    header: 'Completed',
    width: 'w-52 max-xl:w-36',
    sortBy: ({ completedAt }) => completedAt,
    cell: ({ completedAt }) =>
      completedAt !== null && (
        <Day>
          <PastDay iso={completedAt} />
        </Day>
      ),
  },
};

type GoalTableProps = {
  status: Goal['status'];
  goals: GoalRow[];
  /** What a search that finds nothing has looked through. */
  noneFound: string;
};

/** Goals of all classes; each leads to its student and its class. */
export function GoalTable({ status, goals, noneFound }: GoalTableProps) {
  const shown = useMemo(() => [...columns, dateColumns[status]], [status]);
  return (
    <DataTable
      label={status === 'current' ? 'Current goals' : 'Completed goals'}
      columns={shown}
      rows={goals}
      rowKey={({ id }) => id}
      search={{
        label: 'Search goals and names',
        text: ({ name, studentName, className }) => searchText(name, studentName, className),
        none: noneFound,
      }}
    />
  );
}
