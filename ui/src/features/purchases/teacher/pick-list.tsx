import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import type { PurchaseListItem } from '@/api/types';
import { sortRows } from '@/components/data-table/table-sort';
import { formatDay, formatNumber } from '@/lib/format';
import { printPage } from '@/lib/print-page';
import { serverClock } from '@/lib/server-clock';
import { PrintAlone } from '@/shared/print/print-alone';

import { groupByStudent, sumOfItems } from './pick-list-rows';

type PickListProps = { className: string; purchases: readonly PurchaseListItem[] };

/** Printed list of what to hand out, by student, with a box for each item. */
function PickList({ className, purchases }: PickListProps) {
  const students = groupByStudent(purchases);
  const day = formatDay(serverClock.date());
  const things = plural(purchases.length, { one: '# item', other: '# items' });
  const people = plural(students.length, { one: '# student', other: '# students' });
  return (
    <PrintAlone className="text-ink">
      <h1>
        <Trans>Pick List</Trans>
      </h1>
      <p className="border-b-2 border-ink pb-3 wrap-anywhere">
        <Trans>
          <bdi>{className}</bdi>, {day}. {things} for {people}.
        </Trans>
      </p>
      <ul>
        {sortRows(students, ({ name }) => name, 'ascending').map(({ id, name, items }) => (
          <li
            key={id}
            className="grid break-inside-avoid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4 border-b border-line py-2.5"
          >
            <b className="wrap-anywhere">
              <bdi>{name}</bdi>
            </b>
            <ul className="flex flex-col gap-1.5">
              {items.map((item) => (
                <li key={item.id} className="flex items-start gap-2.5">
                  <span aria-hidden className="mt-0.5 size-4 shrink-0 border border-ink" />
                  <span className="wrap-anywhere">
                    <bdi>{item.itemName}</bdi>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
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
    </PrintAlone>
  );
}

/** `print` prints the pick list of these purchases; `sheet` is shown while they are printed. */
export function usePickList(className: string) {
  const [printed, setPrinted] = useState<readonly PurchaseListItem[] | null>(null);
  const isPrinting = printed !== null;
  useEffect(() => {
    if (!isPrinting) return undefined;
    const end = () => {
      setPrinted(null);
    };
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('afterprint', end);
    };
  }, [isPrinting]);
  return {
    print: (purchases: readonly PurchaseListItem[]) => {
      flushSync(() => {
        setPrinted(purchases);
      });
      printPage();
    },
    sheet: printed && <PickList className={className} purchases={printed} />,
  };
}
