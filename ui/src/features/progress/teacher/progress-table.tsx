import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { type Column, DataTable } from '@/components/data-table/data-table';
import type { SortValue } from '@/components/data-table/table-sort';
import { TextLink } from '@/components/text-link';
import { formatNumber, formatPart } from '@/lib/format';
import { Amount } from '@/shared/amount';

/** A student's sums, with the name. */
export type ProgressRow = {
  studentId: string;
  name: string;
  sortKey: SortValue;
  goalsCompleted: number;
  earned: number;
  awards: number;
  spent: number;
  repeatingGiven: number;
  repeatingCompleted: number;
};

function amountColumn(id: 'earned' | 'awards' | 'spent', header: string): Column<ProgressRow> {
  return {
    id,
    header,
    align: 'end',
    cardWidth: 'third',
    widthClass: 'w-34 max-xl:w-26 max-[800px]:w-22',
    sortBy: (row) => row[id],
    cell: (row) => <Amount hideUnit value={row[id]} />,
  };
}

/** Of goals that repeat: "31 of 36". */
function repeatingColumn(): Column<ProgressRow> {
  return {
    id: 'repeating',
    header: t`Of goals that repeat`,
    align: 'end',
    cardWidth: 'third',
    widthClass: 'w-34 max-xl:w-26 max-[800px]:w-24',
    sortBy: (row) => row.repeatingCompleted,
    cell: ({ repeatingCompleted, repeatingGiven }) =>
      repeatingGiven > 0 && formatPart(repeatingCompleted, repeatingGiven),
  };
}

const createColumns = (hasRepeating: boolean): Column<ProgressRow>[] => [
  {
    id: 'student',
    header: t`Student`,
    cardTitle: true,
    sortBy: ({ sortKey }) => sortKey,
    cell: ({ studentId, name }) => <TextLink to={`/teacher/student/${studentId}/progress`}>{name}</TextLink>,
  },
  {
    id: 'completed',
    header: t`Goals completed`,
    align: 'end',
    cardWidth: 'third',
    widthClass: 'w-34 max-xl:w-26 max-[800px]:w-24',
    sortBy: (row) => row.goalsCompleted,
    cell: (row) => formatNumber(row.goalsCompleted),
  },
  ...(hasRepeating ? [repeatingColumn()] : []),
  amountColumn('earned', t`Earned`),
  amountColumn('awards', t`Awards`),
  amountColumn('spent', t`Spent`),
];

/** What each student completed, earned and spent, in alphabetical order. */
export function ProgressTable({ rows }: { rows: ProgressRow[] }) {
  return (
    <DataTable
      label={t`Each student`}
      columns={createColumns(rows.some(({ repeatingGiven }) => repeatingGiven > 0))}
      rows={rows}
      rowKey={({ studentId }) => studentId}
      initialSort={{ column: 'student', direction: 'ascending' }}
      toolbar={() => (
        <span className="text-small text-ink-2">
          <Trans>Students never see this table.</Trans>
        </span>
      )}
    />
  );
}
