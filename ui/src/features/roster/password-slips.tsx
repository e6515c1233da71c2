import { Trans } from '@lingui/react/macro';

import type { Classroom } from '@/api/types';
import { SignInSlips } from '@/shared/print/sign-in-slips';

import type { JudgedRow } from './roster-rows';

type PasswordSlipsProps = {
  classroom: Classroom;
  /** URL of the server, without path; null or undefined if it isn't known. */
  address: string | null | undefined;
  rows: readonly JudgedRow[];
};

/** Print-only slips with the passwords of the rows. */
export function PasswordSlips({ classroom, address, rows }: PasswordSlipsProps) {
  const { name } = classroom;
  return (
    <SignInSlips
      classroom={classroom}
      address={address}
      slips={rows.map(({ values }) => values)}
      title={
        <Trans>
          Passwords of <bdi>{name}</bdi>
        </Trans>
      }
      summary={
        <Trans>
          For the teacher: keep it where children can’t see it. Cut the slips apart and give each student
          their own.
        </Trans>
      }
    />
  );
}
