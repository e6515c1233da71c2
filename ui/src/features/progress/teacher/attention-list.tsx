import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';

import { Avatar } from '@/components/avatar';
import { Button } from '@/components/button';
import { Card } from '@/components/card';

import { formatListed } from './listed';

/** Rows that are shown before the rest is asked for. */
const SHOWN = 5;

export type AttentionRow = {
  key: string;
  studentId: string;
  name: string;
  details: ReactNode;
  action: ReactNode;
};

type AttentionListProps = {
  title: string;
  rows: AttentionRow[];
  /** Shown in place of an empty list. */
  empty: ReactNode;
  /** Shown below the rows. */
  footer?: ReactNode;
};

function Row({ row: { studentId, name, details, action } }: { row: AttentionRow }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 ps-5 pe-3">
      <Avatar small name={name} />
      <span className="min-w-0 grow wrap-anywhere">
        <Link
          to={`/teacher/student/${studentId}/goals`}
          className="block font-mid underline-offset-3 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block text-small text-ink-2">{details}</span>
      </span>
      {action}
    </li>
  );
}

/** Students with something to be done about now, the longest first: five, then all. */
export function AttentionList({ title, rows, empty, footer }: AttentionListProps) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const count = formatListed(rows);
  return (
    <Card as="section" aria-labelledby={id} className="min-w-0 pb-2">
      <div className="flex items-center justify-between gap-4 py-3 ps-5 pe-4">
        <h2 id={id}>{title}</h2>
        <span className="inline-grid h-5 min-w-5.5 place-items-center rounded-small bg-sunken px-1.5 text-small leading-none font-mid text-ink-2">
          {count}
        </span>
      </div>
      {rows.length === 0 && <p className="border-t border-line px-5 py-3 text-ink-2">{empty}</p>}
      <ul>
        {rows.slice(0, showsAll ? undefined : SHOWN).map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 px-3 empty:hidden">
        {rows.length > SHOWN && !showsAll && (
          <Button
            variant="link"
            onClick={() => {
              setShowsAll(true);
            }}
          >
            <Trans>
              Show All {count}
              <span className="sr-only">: {title}</span>
            </Trans>
          </Button>
        )}
        {footer}
      </div>
    </Card>
  );
}
