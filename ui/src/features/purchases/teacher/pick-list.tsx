import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { PurchaseListItem } from '@/api/types';
import { sortRows } from '@/components/data-table/table-sort';
import { formatNumber } from '@/lib/format';
import { PrintedCell, PrintedList, PrintedRow } from '@/shared/print/printed-list';

import { groupByStudent, sumOfItems } from './pick-list-rows';

type PickListProps = { className: string; purchases: readonly PurchaseListItem[] };

function Items({ items }: { items: readonly PurchaseListItem[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {items.map((item) => (
        <li key={item.id} className="flex items-start gap-2.5">
          <span aria-hidden className="mt-0.5 size-4 shrink-0 border border-ink" />
          <bdi>{item.itemName}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** How many of each item are handed out. */
function Sums({ purchases }: Pick<PickListProps, 'purchases'>) {
  return (
    <ul className="mt-5 break-inside-avoid">
      {sumOfItems(purchases).map(({ name, count }) => (
        <li key={name} className="flex gap-3">
          <span className="w-10 shrink-0 text-end font-mid">{formatNumber(count)}</span>
          <span className="wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Printed list of what to hand out, by student, with a box for each item. */
export function PickList({ className, purchases }: PickListProps) {
  const students = groupByStudent(purchases);
  const things = plural(purchases.length, { one: '# item', other: '# items' });
  const people = plural(students.length, { one: '# student', other: '# students' });
  return (
    <PrintedList
      title={<Trans>Pick List</Trans>}
      summary={t({ message: `${things} for ${people}.`, comment: '2 items for 1 student.' })}
      className={className}
      columns={[
        { header: t`Student`, widthClass: 'w-2/5' },
        { header: t({ message: 'Item', comment: 'Column: an item of the store' }) },
      ]}
      after={<Sums purchases={purchases} />}
    >
      {sortRows(students, ({ name }) => name, 'ascending').map(({ id, name, items }) => (
        <PrintedRow key={id}>
          <PrintedCell>
            <b>
              <bdi>{name}</bdi>
            </b>
          </PrintedCell>
          <PrintedCell>
            <Items items={items} />
          </PrintedCell>
        </PrintedRow>
      ))}
    </PrintedList>
  );
}
