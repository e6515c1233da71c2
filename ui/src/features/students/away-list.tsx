import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

import type { StudentStats } from '@/api/types';
import { CountBadge } from '@/components/badge';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { FoldArrow } from '@/components/fold-arrow';
import { formatPastDay } from '@/lib/format';
import { Amount } from '@/shared/amount';
import { HelpLink } from '@/shared/help-link';

import { fullName } from './full-name';
import { useSetAway } from './mutations';
import { StudentLink } from './student-table';

/** From this number on the list is closed at first. */
const LONG = 6;

function AwayRow({ student, menu }: { student: StudentStats; menu: ReactNode }) {
  const setAway = useSetAway();
  const name = fullName(student);
  const since = formatPastDay(student.awaySince ?? student.createdAt);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <StudentLink student={student} />
        <p className="flex flex-wrap gap-x-3 text-small text-ink-2">
          <bdi>@{student.username}</bdi>
          <Amount value={student.goalbucks} />
          <span>
            <Trans comment="Since when a student is away, such as 'today' or 'on October 2'">
              Away {since}
            </Trans>
          </span>
        </p>
      </div>
      <div className="flex items-center gap-2">
        {menu}
        <Button
          icon={<Undo2 aria-hidden />}
          aria-label={t`${name} is back`}
          pending={setAway.isPending}
          onClick={() => {
            setAway.mutate({ student, away: false });
          }}
        >
          <Trans context="student">Back</Trans>
        </Button>
      </div>
    </li>
  );
}

type AwayListProps = {
  students: StudentStats[];
  /** Renders the menu of a row. */
  renderMenu: (student: StudentStats) => ReactNode;
};

/** The students who are away. Renders nothing without any. */
export function AwayList({ students, renderMenu }: AwayListProps) {
  if (students.length === 0) return null;
  return (
    <Card as="section" aria-label={t`Away`} className="mt-4">
      <details open={students.length < LONG} className="group">
        <summary className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3.5 sm:px-5">
          <h2 className="inline-flex items-center gap-2">
            <FoldArrow />
            <Trans>Away</Trans>
            <CountBadge count={students.length} />
          </h2>
          <span className="text-small text-ink-2">
            <Trans>They can’t sign in, and aren’t ticked with all. Everything is kept.</Trans>
          </span>
        </summary>
        <ul>
          {students.map((student) => (
            <AwayRow key={student.id} student={student} menu={renderMenu(student)} />
          ))}
        </ul>
        <p className="border-t border-line px-4 py-2 sm:px-5">
          <HelpLink answer="a-child-is-away" />
        </p>
      </details>
    </Card>
  );
}
