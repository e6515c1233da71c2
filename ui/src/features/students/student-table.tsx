import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';

import type { StudentStats } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table/data-table';
import { formatNumber } from '@/lib/format';
import { searchText } from '@/lib/search-text';
import { Amount } from '@/shared/amount';

import { fullName, nameSortKey } from './full-name';
import { SelectionBar, SelectionStatus } from './student-selection';

const goalsPath = ({ id }: StudentStats) => `/teacher/student/${id}/goals`;

/** Link to the student's goals. */
export function StudentLink({ student }: { student: StudentStats }) {
  const name = fullName(student);
  return (
    <Link
      to={goalsPath(student)}
      title={name}
      className="me-1 rounded-small font-bold underline-offset-3 hover:text-brand-ink hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Link to the student's goals, followed by `mark`. */
function StudentName({ student, mark }: { student: StudentStats; mark?: ReactNode }) {
  return (
    <span className="block leading-5 wrap-anywhere sm:min-w-30 min-[50rem]:min-w-40">
      <StudentLink student={student} />
      {mark}
      {student.awaySince !== null && (
        <span className="me-1 text-small text-ink-2">
          (<Trans comment="A student, after the name">away</Trans>)
        </span>
      )}{' '}
      <span className="inline-block text-small text-ink-3 sm:max-[1279px]:block">
        <bdi>@{student.username}</bdi>
      </span>
    </span>
  );
}

function LastGoal({ name }: { name: string | null }) {
  if (name === null)
    return (
      <span className="text-ink-3">
        <Trans comment="In the column Last Goal">None</Trans>
      </span>
    );
  return (
    <span
      title={name}
      className="line-clamp-2 leading-5 text-ink-2 wrap-anywhere sm:max-xl:line-clamp-3 sm:max-[800px]:max-w-18 sm:max-[800px]:wrap-break-word"
    >
      <bdi>{name}</bdi>
    </span>
  );
}

function CurrentGoals({ student }: { student: StudentStats }) {
  const name = fullName(student);
  return (
    <span className="inline-flex items-baseline justify-end gap-x-3 max-xl:gap-x-2 max-sm:gap-x-1.5 sm:max-[800px]:flex-wrap">
      {formatNumber(student.currentGoals)}
      <ButtonLink
        variant="link"
        className="px-0! max-sm:min-h-6! max-sm:py-0! min-[360px]:whitespace-nowrap underline-offset-3 hover:bg-transparent hover:underline"
        to={goalsPath(student)}
        aria-label={t`View Goals of ${name}`}
      >
        <Trans>View Goals</Trans>
      </ButtonLink>
    </span>
  );
}

export const studentColumn = (): Column<StudentStats> => ({
  id: 'student',
  header: t`Student`,
  cardTitle: true,
  sortBy: nameSortKey,
  cell: (student) => <StudentName student={student} />,
});

export const progressColumns = (): Column<StudentStats>[] => [
  {
    id: 'goals-redeemed',
    header: t`Goals Redeemed`,
    cardWidth: 'third',
    align: 'end',
    widthClass: 'w-38 max-xl:w-21 max-[800px]:w-20',
    sortBy: (student) => student.goalsCompleted,
    cell: (student) => formatNumber(student.goalsCompleted),
  },
  {
    id: 'goalbucks',
    header: t`GoalBucks`,
    cardWidth: 'third',
    align: 'end',
    widthClass: 'w-30 max-xl:w-22 max-[800px]:w-20',
    sortBy: (student) => student.goalbucks,
    cell: (student) => <Amount hideUnit value={student.goalbucks} />,
  },
  {
    id: 'last-goal',
    header: t`Last Goal`,
    cardWidth: 'two-thirds',
    widthClass: 'w-41 wide:w-80 max-xl:w-31 max-[800px]:w-24',
    sortBy: (student) => student.lastGoalName,
    cell: (student) => <LastGoal name={student.lastGoalName} />,
  },
  {
    id: 'goals',
    header: t`Current Goals`,
    cardWidth: 'third',
    align: 'end',
    widthClass: 'w-35 max-xl:w-29 max-[800px]:w-24',
    sortBy: (student) => student.currentGoals,
    cell: (student) => <CurrentGoals student={student} />,
  },
];

type RowParts = {
  /** Renders a mark after the student's name. */
  renderMark: (student: StudentStats) => ReactNode;
  /** Renders the actions at the end of the row. */
  renderActions: (student: StudentStats) => ReactNode;
};

type StudentTableProps = RowParts & {
  students: StudentStats[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** Above the rows, such as what selects several students. */
  aboveRows?: ReactNode;
  /** Shown while no student is selected. */
  unselectedActions?: ReactNode;
  /** Actions for the selected students. */
  selectedActions: ReactNode;
  /** Shown above these actions. */
  aboveActions?: ReactNode;
};

const createColumns = ({ renderMark, renderActions }: RowParts): Column<StudentStats>[] => [
  {
    ...studentColumn(),
    cell: (student) => <StudentName student={student} mark={renderMark(student)} />,
  },
  ...progressColumns(),
  {
    id: 'actions',
    header: t`Actions`,
    actions: true,
    cardWidth: 'third',
    align: 'end',
    widthClass: 'w-22 max-xl:w-20',
    cell: renderActions,
  },
];

const searchOf = (count: number) => ({
  label: plural(count, { one: 'Search # student', other: 'Search # students' }),
  text: (student: StudentStats) => searchText(fullName(student), `@${student.username}`),
  none: t`No student has this name or username.`,
});

const selectionLabels = () => ({
  allLabel: t`Select all students`,
  rowLabel: (student: StudentStats) => {
    const name = fullName(student);
    return t`Select ${name}`;
  },
});

/** Selectable table of the class's students with their progress. */
export function StudentTable({
  students: rows,
  selected,
  onSelect,
  aboveRows,
  unselectedActions,
  selectedActions,
  aboveActions,
  ...parts
}: StudentTableProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const columns = createColumns(parts);
  const count = rows.length;
  const selectedCount = selected.size;
  const clear = () => {
    onSelect(new Set());
  };
  return (
    <>
      <DataTable
        label={t`Students`}
        belowToolbar={aboveRows}
        columns={columns}
        rows={rows}
        rowKey={(student) => student.id}
        initialSort={{ column: 'student', direction: 'ascending' }}
        selection={{ selected, onChange: onSelect, ...selectionLabels() }}
        search={searchOf(count)}
        toolbar={(found) => (
          <>
            <SelectionStatus status={status} selectedCount={selectedCount} found={found} all={count} />
            {selectedCount === 0 && unselectedActions}
          </>
        )}
      />
      {selectedCount > 0 && (
        <SelectionBar
          selectedCount={selectedCount}
          all={count}
          onClear={clear}
          above={aboveActions}
          focusAfter={status}
        >
          {selectedActions}
        </SelectionBar>
      )}
    </>
  );
}
