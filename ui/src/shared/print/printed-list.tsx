import './sheet.css';

import type { ReactNode } from 'react';

import { useUser } from '@/auth/session-context';
import { classNames } from '@/lib/class-names';
import { formatDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';

import { PrintAlone } from './print-alone';

export type PrintedColumn = {
  header: string;
  /** The column's width, such as "w-1/2". */
  widthClass?: string;
  align?: 'end';
};

type PrintedListProps = {
  title: ReactNode;
  /** Below the title. */
  summary: ReactNode;
  /** Name of the class. */
  className: string;
  columns?: readonly PrintedColumn[];
  /** Needed without columns. */
  columnCount?: number;
  /** Rows of the table: `PrintedRow`. */
  children: ReactNode;
  /** After the table. */
  after?: ReactNode;
};

/** Title, class, teacher and date. Of limited height: browsers repeat only a low table head. */
function Header({ title, summary, className }: Pick<PrintedListProps, 'title' | 'summary' | 'className'>) {
  return (
    <header className="mb-3 flex items-start justify-between gap-6 border-b-2 border-ink pb-3 text-start font-text">
      <div className="min-w-0">
        <h1 className="line-clamp-2 wrap-anywhere">{title}</h1>
        <div className="line-clamp-3 wrap-anywhere">{summary}</div>
      </div>
      <p className="max-w-1/2 shrink-0 text-end">
        <bdi className="line-clamp-2 wrap-anywhere">{className}</bdi>
        <bdi className="line-clamp-2 wrap-anywhere">{useUser().name}</bdi>
        {formatDay(serverClock.date())}
      </p>
    </header>
  );
}

/** A row of a printed list, never on two pages. */
export function PrintedRow({ className, children }: { className?: string; children: ReactNode }) {
  return <tr className={classNames('break-inside-avoid', className)}>{children}</tr>;
}

type PrintedCellProps = { align?: 'end'; colSpan?: number; children?: ReactNode };

export function PrintedCell({ align, colSpan, children }: PrintedCellProps) {
  return (
    <td
      colSpan={colSpan}
      className={classNames(
        'border-b border-line-strong py-1.5 align-top wrap-anywhere not-last:pe-4',
        align === 'end' && 'text-end',
      )}
    >
      {children}
    </td>
  );
}

/** A list in place of the page, on any paper: each sheet has title, class, teacher, date and column headings. */
export function PrintedList(props: PrintedListProps) {
  const { columns = [], columnCount = columns.length, children, after, ...header } = props;
  return (
    <PrintAlone className="printed-list text-ink">
      <table className="w-full table-fixed border-collapse">
        <colgroup>
          {columns.map(({ header, widthClass }) => (
            <col key={header} className={widthClass} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th colSpan={columnCount}>
              <Header {...header} />
            </th>
          </tr>
          {columns.length > 0 && (
            <tr>
              {columns.map((column) => (
                <th
                  key={column.header}
                  scope="col"
                  className={classNames(
                    'border-b border-ink pb-1 font-mid not-last:pe-4',
                    column.align === 'end' ? 'text-end' : 'text-start',
                  )}
                >
                  {column.header}
                </th>
              ))}
            </tr>
          )}
        </thead>
        <tbody>{children}</tbody>
      </table>
      {after}
    </PrintAlone>
  );
}
