import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { StudentStats } from '@/api/types';
import { sortRows } from '@/components/data-table/table-sort';
import { formatNumber } from '@/lib/format';
import { PrintedCell, PrintedList, PrintedRow } from '@/shared/print/printed-list';

import { fullName, nameSortKey } from './full-name';

function Row({ student }: { student: StudentStats }) {
  return (
    <PrintedRow>
      <PrintedCell>
        <b>
          <bdi>{fullName(student)}</bdi>
        </b>
        {student.awaySince !== null && (
          <>
            {' '}
            (<Trans comment="A student, after the name">away</Trans>)
          </>
        )}
      </PrintedCell>
      <PrintedCell>
        <bdi>@{student.username}</bdi>
      </PrintedCell>
      <PrintedCell align="end">{formatNumber(student.currentGoals)}</PrintedCell>
      <PrintedCell align="end">{formatNumber(student.goalbucks)}</PrintedCell>
    </PrintedRow>
  );
}

type ClassListProps = {
  /** Name of the class. */
  className: string;
  students: readonly StudentStats[];
};

/** Printed list of all students of a class with their balances. */
export function ClassList({ className, students }: ClassListProps) {
  return (
    <PrintedList
      title={<Trans comment="Title of a printed list">Class List</Trans>}
      summary={plural(students.length, { one: '# student', other: '# students' })}
      className={className}
      columns={[
        { header: t`Student`, widthClass: 'w-2/5' },
        { header: t`Username` },
        { header: t`Current Goals`, widthClass: 'w-1/6', align: 'end' },
        { header: t`GoalBucks`, widthClass: 'w-1/6', align: 'end' },
      ]}
    >
      {sortRows(students, nameSortKey, 'ascending').map((student) => (
        <Row key={student.id} student={student} />
      ))}
    </PrintedList>
  );
}
