import { plural, t } from '@lingui/core/macro';

import type { StudentStatsListItem } from '@/api/types';
import { type Column, DataTable } from '@/components/data-table/data-table';
import { RowCount } from '@/components/data-table/table-controls';
import { TextLink } from '@/components/text-link';
import { searchText } from '@/lib/search-text';

import { fullName } from './full-name';
import { progressColumns, studentColumn } from './student-table';

const classColumn = (): Column<StudentStatsListItem> => ({
  id: 'class',
  header: t`Class`,
  cardWidth: 'full',
  widthClass: 'w-44 max-xl:w-30 max-[800px]:w-24',
  sortBy: ({ className }) => className,
  cell: ({ classroomId, className }) => <TextLink to={`/teacher/class/${classroomId}`}>{className}</TextLink>,
});

const createColumns = (): Column<StudentStatsListItem>[] => [
  studentColumn(),
  classColumn(),
  ...progressColumns(),
];

/** The students of all classes with their progress. */
export function AllStudentsTable({ students }: { students: StudentStatsListItem[] }) {
  const count = students.length;
  return (
    <DataTable
      label={t`Students`}
      columns={createColumns()}
      rows={students}
      rowKey={({ id }) => id}
      initialSort={{ column: 'student', direction: 'ascending' }}
      search={{
        label: plural(count, { one: 'Search # student', other: 'Search # students' }),
        text: (row) => searchText(fullName(row), `@${row.username}`, row.className),
        none: t`No student has this name, username or class.`,
      }}
      toolbar={(found) => (
        <RowCount
          found={found}
          all={count}
          total={plural(count, { one: '# student', other: '# students' })}
        />
      )}
    />
  );
}
