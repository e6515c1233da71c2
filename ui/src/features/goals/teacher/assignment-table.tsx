import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { AssignmentListItem } from '@/api/types';
import { type Column, DataTable } from '@/components/data-table/data-table';
import { Menu, MenuItem, MenuSeparator } from '@/components/menu';
import { TextLink } from '@/components/text-link';
import { DueDate, PastDay } from '@/features/goals/goal-dates';
import { formatCalendarDate } from '@/lib/format';
import { searchText } from '@/lib/search-text';
import { GoalAmount } from '@/shared/goal-amount';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';
import { paidOf } from '@/shared/paid-of';

import { AssignmentDialogs, type AssignmentAction } from './assignment-dialogs';
import { AssignmentGoals } from './assignment-goals';
import type { ListedStatus } from './assignment-queries';
import { progressLabel } from './assignment-texts';
import { RepeatsMark } from './series/repeats-mark';

/** Stable row key, independent of the assignment's goals. */
const rowKey = ({ id, assignmentId }: AssignmentListItem) => assignmentId ?? id;

/** Capitalizes "today" at the start of a line. */
function CapitalizedDay({ children }: { children: ReactNode }) {
  return <span className="inline-block first-letter:uppercase">{children}</span>;
}

/** "Tuesday, December 1"; overdue dates are spelled out. */
function DueCell({ row }: { row: AssignmentListItem }) {
  if (row.dueDate === null)
    return (
      <span className="text-ink-3">
        <Trans>No due date</Trans>
      </span>
    );
  return row.overdue ? (
    <DueDate goal={row} />
  ) : (
    <CapitalizedDay>{formatCalendarDate(row.dueDate)}</CapitalizedDay>
  );
}

type StudentsProps = { row: AssignmentListItem; expanded: boolean; onToggle: () => void };

/** The student of a single goal, or the progress of an assignment as a button that expands it. */
function StudentsCell({ row, expanded, onToggle }: StudentsProps) {
  if (row.studentId !== null) {
    return <TextLink to={`/teacher/student/${row.studentId}/goals`}>{row.studentNames[0] ?? ''}</TextLink>;
  }
  const { name } = row;
  const progress = progressLabel(row);
  return (
    <button
      type="button"
      aria-expanded={expanded}
      aria-label={t`${progress}: students of ${name}`}
      onClick={onToggle}
      className="-ms-1.5 inline-flex min-h-7 items-center gap-1 rounded-control ps-1 pe-2 text-start leading-5 text-brand-ink hover:bg-sunken"
    >
      <ChevronRight
        aria-hidden
        className={`size-4.5 shrink-0 transition-transform motion-reduce:transition-none ${expanded ? 'rotate-90' : 'rtl:rotate-180'}`}
      />
      {progress}
    </button>
  );
}

type MenuProps = { row: AssignmentListItem; onChoose: (chosen: AssignmentAction) => void };

/** Actions of an assignment or a single goal. */
function AssignmentMenu({ row, onChoose }: MenuProps) {
  const isSingle = row.studentId !== null;
  const { name } = row;
  const student = row.studentNames[0] ?? '';
  return (
    // On a card, beside its headline.
    <Menu
      variant="ghost"
      label={isSingle ? t`Actions for ${name}, ${student}` : t`Actions for ${name}`}
      className="max-sm:absolute max-sm:end-2 max-sm:top-1.5"
    >
      <MenuItem
        icon={<Pencil aria-hidden />}
        onSelect={() => {
          onChoose({ action: 'edit', row });
        }}
      >
        {isSingle ? t`Edit` : t`Edit for everybody`}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        tone="danger"
        icon={<Trash2 aria-hidden />}
        onSelect={() => {
          onChoose({ action: 'delete', row });
        }}
      >
        {isSingle ? t`Delete` : t`Delete for everybody`}
      </MenuItem>
    </Menu>
  );
}

const goalColumn = (): Column<AssignmentListItem> => ({
  id: 'goal',
  header: t`Goal`,
  cardTitle: true,
  sortBy: ({ name }) => name,
  cell: ({ name, picture, seriesId }) => (
    <span className="flex items-center gap-2 sm:min-w-40">
      <PictureBox picture={picture} className="size-8 rounded-control bg-sky" />
      <span>
        <b className="block leading-5 wrap-anywhere">
          <bdi>{name}</bdi>
        </b>
        {seriesId !== null && <RepeatsMark />}
      </span>
    </span>
  ),
});

const classAndWorthColumns = (): Column<AssignmentListItem>[] => [
  {
    id: 'class',
    header: t`Class`,
    widthClass: 'w-44 max-xl:w-32 max-[800px]:w-24',
    sortBy: ({ className }) => className,
    cell: ({ classroomId, className }) => (
      <TextLink to={`/teacher/class/${classroomId}`}>{className}</TextLink>
    ),
  },
  {
    id: 'goalbucks',
    header: t`GoalBucks`,
    align: 'end',
    widthClass: 'w-28 max-xl:w-24',
    sortBy: paidOf,
    cell: (row) => <GoalAmount hideUnit goal={row} />,
  },
];

const dueColumn = (): Column<AssignmentListItem> => ({
  id: 'due',
  header: t({ message: 'Due', comment: 'Column of due dates' }),
  widthClass: 'w-52 max-xl:w-36',
  sortBy: ({ dueDate }) => dueDate,
  cell: (row) => <DueCell row={row} />,
});

const completedColumn = (): Column<AssignmentListItem> => ({
  id: 'completed',
  header: t({ message: 'Completed', comment: 'Column of the days on which goals were completed' }),
  widthClass: 'w-52 max-xl:w-36',
  sortBy: ({ completedAt }) => completedAt,
  cell: ({ completedAt }) =>
    completedAt !== null && (
      <CapitalizedDay>
        <PastDay iso={completedAt} />
      </CapitalizedDay>
    ),
});

/** Keys of the expanded rows. */
function useExpandedRows() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    setExpanded((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  };
  return { expanded, toggle };
}

type ColumnsOptions = ReturnType<typeof useExpandedRows> & {
  status: ListedStatus;
  onChoose: (chosen: AssignmentAction) => void;
};

function createColumns({ status, expanded, toggle, onChoose }: ColumnsOptions): Column<AssignmentListItem>[] {
  const students: Column<AssignmentListItem> = {
    id: 'student',
    header: t`Student`,
    widthClass: 'w-42 max-xl:w-38 max-[800px]:w-28',
    // Assignments sort after single students in both directions.
    sortBy: ({ studentId, studentNames }) => (studentId === null ? null : (studentNames[0] ?? null)),
    cell: (row) => (
      <StudentsCell
        row={row}
        expanded={expanded.has(rowKey(row))}
        onToggle={() => {
          toggle(rowKey(row));
        }}
      />
    ),
  };
  const actions: Column<AssignmentListItem> = {
    id: 'actions',
    header: t`Actions`,
    actions: true,
    align: 'end',
    widthClass: 'w-14',
    cell: (row) => <AssignmentMenu row={row} onChoose={onChoose} />,
  };
  const columns = [goalColumn(), students, ...classAndWorthColumns()];
  switch (status) {
    case 'current':
      return [...columns, dueColumn(), actions];
    case 'completed':
      return [...columns, completedColumn()];
  }
}

function tableLabel(status: ListedStatus): string {
  switch (status) {
    case 'current':
      return t`Current goals`;
    case 'completed':
      return t`Completed goals`;
  }
}

type AssignmentTableProps = {
  status: ListedStatus;
  rows: AssignmentListItem[];
  /** Text shown when a search matches nothing. */
  noMatchMessage: string;
};

/** Goals of all classes, one row for each assignment; rows lead to their student and class. */
export function AssignmentTable({ status, rows, noMatchMessage }: AssignmentTableProps) {
  const expansion = useExpandedRows();
  const [chosen, setChosen] = useState<AssignmentAction | null>(null);
  const columns = createColumns({ status, ...expansion, onChoose: setChosen });
  return (
    <>
      <DataTable
        label={tableLabel(status)}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        search={{
          label: t`Search goals and names`,
          text: ({ name, studentNames, className }) => searchText(name, ...studentNames, className),
          none: noMatchMessage,
        }}
        details={({ assignmentId, studentId, ...row }) =>
          assignmentId !== null && studentId === null && expansion.expanded.has(assignmentId) ? (
            <AssignmentGoals assignmentId={assignmentId} row={row} />
          ) : null
        }
      />
      <AssignmentDialogs
        chosen={chosen}
        onClose={() => {
          setChosen(null);
        }}
      />
    </>
  );
}
