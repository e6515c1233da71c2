import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import type { Classroom, Student } from '@/api/types';

import { PrintedList, PrintedRow } from './printed-list';

const SLIPS_IN_A_LINE = 2;

export type SignInSlip = Pick<Student, 'firstName' | 'lastName' | 'username'> & {
  /** Only while it is known, right after an import. */
  password?: string;
};

type SlipProps = {
  classroom: Pick<Classroom, 'name' | 'classCode'>;
  /** URL of the server, without path; null or undefined if it isn't known. */
  address: string | null | undefined;
};

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

function Slip({ classroom, address, slip }: SlipProps & { slip: SignInSlip }) {
  const { firstName, lastName, username, password } = slip;
  return (
    <td className="h-[40mm] border-y border-dashed border-line-strong p-[4mm] align-top not-last:border-e">
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
        {password !== undefined && <Entry label={t`Password`}>{password}</Entry>}
      </dl>
    </td>
  );
}

type SignInSlipsProps = SlipProps & { title: ReactNode; summary: ReactNode; slips: readonly SignInSlip[] };

/** Print-only slips to cut apart, two beside each other, on any paper. */
export function SignInSlips({ classroom, address, slips, ...header }: SignInSlipsProps) {
  const lines = Array.from({ length: Math.ceil(slips.length / SLIPS_IN_A_LINE) }, (_, line) =>
    slips.slice(line * SLIPS_IN_A_LINE, (line + 1) * SLIPS_IN_A_LINE),
  );
  return (
    <PrintedList {...header} className={classroom.name} columnCount={SLIPS_IN_A_LINE}>
      {lines.map((line, index) => (
        <PrintedRow key={index}>
          {line.map((slip) => (
            <Slip key={slip.username} classroom={classroom} address={address} slip={slip} />
          ))}
        </PrintedRow>
      ))}
    </PrintedList>
  );
}
