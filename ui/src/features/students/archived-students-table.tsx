import { plural, t } from '@lingui/core/macro';

import type { StudentStats } from '@/api/types';
import { DataTable } from '@/components/data-table/data-table';
import { RowCount } from '@/components/data-table/table-controls';
import { searchText } from '@/lib/search-text';

import { fullName } from './full-name';
import { progressColumns, studentColumn } from './student-table';

/** The students of an archived class with their progress, to be read only. */
export function ArchivedStudentsTable({ students }: { students: StudentStats[] }) {
  const count = students.length;
  return (
    <DataTable
      label={t`Students`}
      columns={[studentColumn(), ...progressColumns()]}
      rows={students}
      rowKey={({ id }) => id}
      initialSort={{ column: 'student', direction: 'ascending' }}
      search={{
        label: plural(count, { one: 'Search # student', other: 'Search # students' }),
        text: (student) => searchText(fullName(student), `@${student.username}`),
        none: t`No student has this name or username.`,
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
