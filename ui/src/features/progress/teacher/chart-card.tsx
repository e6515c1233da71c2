import { Trans } from '@lingui/react/macro';
import { ChartColumn, Table } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { Button } from '@/components/button';
import { Card } from '@/components/card';

type ChartCardProps = {
  title: string;
  /** Shows the table in place of the chart; screen readers always read the table. */
  asTable: boolean;
  onToggle: () => void;
  legend: ReactNode;
  chart: ReactNode;
  table: ReactNode;
};

/** A chart, or its numbers as a table. */
export function ChartCard({ title, asTable, onToggle, legend, chart, table }: ChartCardProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-5 pt-3">
        <h2 id={id}>{title}</h2>
        <Button
          variant="link"
          className="-me-2"
          icon={asTable ? <ChartColumn aria-hidden /> : <Table aria-hidden />}
          onClick={onToggle}
        >
          {asTable ? (
            <Trans>
              Show as Chart<span className="sr-only">: {title}</span>
            </Trans>
          ) : (
            <Trans>
              Show as Table<span className="sr-only">: {title}</span>
            </Trans>
          )}
        </Button>
      </div>
      {asTable ? (
        <div className="pt-1 pb-2">{table}</div>
      ) : (
        <>
          <div aria-hidden="true" className="px-5 pt-1 pb-4">
            <div className="mb-2 flex min-h-5 flex-wrap gap-x-4 text-small text-ink-2">{legend}</div>
            {chart}
          </div>
          <div className="sr-only">{table}</div>
        </>
      )}
    </Card>
  );
}

type SumsTableProps = {
  label: string;
  /** The heading of the first column, then those of the numbers. */
  headings: [string, ...string[]];
  rows: { label: string; numbers: string[] }[];
};

/** Numbers by week or month. */
export function SumsTable({ label, headings: [first, ...others], rows }: SumsTableProps) {
  return (
    <table aria-label={label} className="w-full">
      <thead>
        <tr className="text-small text-ink-2">
          <th scope="col" className="py-1.5 ps-5 pe-2 text-start font-mid wrap-anywhere">
            {first}
          </th>
          {others.map((heading) => (
            <th key={heading} scope="col" className="py-1.5 ps-2 text-end font-mid wrap-anywhere last:pe-5">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-t border-line">
            <th scope="row" className="py-1.5 ps-5 pe-2 text-start font-text">
              {row.label}
            </th>
            {row.numbers.map((number, column) => (
              <td key={column} className="py-1.5 ps-2 text-end last:pe-5">
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
