import { t } from '@lingui/core/macro';

import type { StudentStatsListItem } from '@/api/types';
import { type Column, DataTable } from '@/components/data-table/data-table';
import { RowCount } from '@/components/data-table/table-controls';
import { TextLink } from '@/components/text-link';
import { formatCount } from '@/lib/format';
import { searchText } from '@/lib/search-text';

import { fullName } from './full-name';
import { progressColumns, studentColumn } from './student-table';

const classColumn: Column<StudentStatsListItem> = {
  id: 'class',
  header: 'Class',
  cardFullWidth: true,
  width: 'w-44 max-xl:w-30 max-[800px]:w-24',
  sortBy: ({ className }) => className,
  cell: ({ classroomId, className }) => <TextLink to={`/teacher/class/${classroomId}`}>{className}</TextLink>,
};

const columns: Column<StudentStatsListItem>[] = [studentColumn, classColumn, ...progressColumns];

/** The students of all classes with their progress. */
export function AllStudentsTable({ students }: { students: StudentStatsListItem[] }) {
  return (
    <DataTable
      label={t`Students`}
      columns={columns}
      rows={students}
      rowKey={({ id }) => id}
      initialSort={{ column: 'student', direction: 'ascending' }}
      search={{
        label: `Search ${formatCount(students.length, 'student')}`,
        text: (row) => searchText(fullName(row), `@${row.username}`, row.className),
        none: t`No student has this name, username or class.`,
      }}
      toolbar={(found) => <RowCount found={found} all={students.length} noun="student" />}
    />
  );
}
