import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';

import type { Schemas } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { formatDay } from '@/lib/format';
import { createSeenStore } from '@/lib/seen-store';

import { substitutionsQuery } from './queries';

type Substitution = Schemas['SubstitutionResponse'];

const seen = createSeenStore<Substitution>('seen_substitutions', {
  getId: ({ id }) => id,
  getTime: ({ endedAt }) => endedAt,
  // As far back as the server lists them: a teacher may be sick for weeks.
  lookbackDays: 30,
});

/** "14 approved, 2 denied, 6 awards, 3 handed out", without what is 0. */
function describeDone({ approved, denied, awards, handedOver }: Substitution): string {
  return [
    [approved, plural(approved, { one: '# approved', other: '# approved' })] as const,
    [denied, plural(denied, { one: '# denied', other: '# denied' })] as const,
    [awards, plural(awards, { one: '# award', other: '# awards' })] as const,
    [
      handedOver,
      plural(handedOver, { one: '# purchase handed out', other: '# purchases handed out' }),
    ] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([, text]) => text)
    .join(', ');
}

function WasHere({ row, onClose }: { row: Substitution; onClose: () => void }) {
  const { name, className, endedAt } = row;
  const day = formatDay(new Date(row.beganAt));
  const done = describeDone(row);
  return (
    <Notice
      icon={<UserRound aria-hidden />}
      title={
        <Trans>
          <bdi>{name}</bdi> stood in on {day}
        </Trans>
      }
      onDismiss={onClose}
    >
      <p className="mt-1 text-ink-2 wrap-anywhere">
        <bdi>{className}</bdi>: {done || <Trans>nothing was reviewed, awarded or handed out.</Trans>}
      </p>
      <div className="mt-3">
        <ButtonLink to={`/teacher/activity?until=${encodeURIComponent(endedAt)}`} onClick={onClose}>
          <Trans>See What Was Done</Trans>
        </ButtonLink>
      </div>
    </Notice>
  );
}

/** What substitutes did in the teacher's classes, once on each device. */
export function SubstituteWasHere() {
  const { id } = useUser();
  const { data: substitutions = [] } = useQuery(substitutionsQuery(id));
  const [, setClosed] = useState(0);
  const [row] = seen.unseen(id, substitutions);
  if (!row) return null;
  return (
    <WasHere
      key={row.id}
      row={row}
      onClose={() => {
        seen.markSeen(id, [row]);
        setClosed((count) => count + 1);
      }}
    />
  );
}
