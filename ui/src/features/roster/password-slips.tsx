import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';

import type { Classroom } from '@/api/types';
import { BrandMark } from '@/components/illustrations/brand';
import { formatDay } from '@/lib/format';
import { PrintAlone } from '@/shared/print/print-alone';

import type { JudgedRow } from './roster-rows';

const SLIPS_IN_A_LINE = 2;

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="text-lead font-bold wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

type SlipsProps = {
  classroom: Classroom;
  /** URL of the server, without path; null or undefined if it isn't known. */
  address: string | null | undefined;
  rows: readonly JudgedRow[];
};

function Slip({ classroom, address, row }: Omit<SlipsProps, 'rows'> & { row: JudgedRow }) {
  const { firstName, lastName, username, password } = row.values;
  return (
    <li className="min-h-[40mm] min-w-0 border-line-strong p-[4mm] odd:border-e odd:border-dashed">
      <p className="text-lead font-bold wrap-anywhere">
        <bdi>
          {firstName} {lastName}
        </bdi>
      </p>
      <p className="wrap-anywhere">
        <bdi>{classroom.name}</bdi>
      </p>
      <dl className="mt-[2mm] grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-[3mm]">
        {address != null && <Entry label={t`Address`}>{address.replace(/^https?:\/\//, '')}</Entry>}
        <Entry label={t`Class code`}>{classroom.classCode}</Entry>
        <Entry label={t`Username`}>{username}</Entry>
        <Entry label={t`Password`}>{password}</Entry>
      </dl>
    </li>
  );
}

/** Print-only slips to cut apart, two beside each other, on any paper. */
export function PasswordSlips({ classroom, address, rows }: SlipsProps) {
  const [today] = useState(() => new Date());
  const day = formatDay(today);
  const { name } = classroom;
  // A list for each line: browsers break pages between blocks, but not in a grid.
  const lines = Array.from({ length: Math.ceil(rows.length / SLIPS_IN_A_LINE) }, (_, line) =>
    rows.slice(line * SLIPS_IN_A_LINE, (line + 1) * SLIPS_IN_A_LINE),
  );
  return (
    <PrintAlone className="text-ink">
      <header className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0 wrap-anywhere">
          <h1>
            <Trans>
              Passwords of <bdi>{name}</bdi>
            </Trans>
          </h1>
          <p>
            <Trans>
              For the teacher: keep it where children can’t see it. Cut the slips apart and give each student
              their own.
            </Trans>
          </p>
          <p>
            <Trans comment="{day} is a date with the year">Printed on {day}</Trans>
          </p>
        </div>
        <BrandMark />
      </header>
      {lines.map((line, index) => (
        <ul
          key={index}
          className="-mt-px grid break-inside-avoid grid-cols-2 border-y border-dashed border-line-strong"
        >
          {line.map((row, column) => (
            <Slip key={column} classroom={classroom} address={address} row={row} />
          ))}
        </ul>
      ))}
    </PrintAlone>
  );
}
