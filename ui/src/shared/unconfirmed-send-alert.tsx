import { select, t } from '@lingui/core/macro';

import { type Outage, outageOf } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';

/** What a form sends, for the sentence about a lost response. */
export type UnconfirmedSend = 'award' | 'correction' | 'goal' | 'goals' | 'reviews';

function describeOutage(outage: Outage, unconfirmed: UnconfirmedSend): string {
  const place = `${outage}_${serverKind()}` as const;
  return t`${select(place, {
    server_school: 'The school’s server',
    server_class: 'The class computer',
    database_school: 'The database of the school’s server',
    other: 'The database of the class computer',
  })} didn’t answer, so nobody knows yet whether it got ${select(unconfirmed, {
    award: 'the award',
    correction: 'the correction',
    goal: 'the goal',
    goals: 'the goals',
    other: 'the reviews',
  })}. Just try again, with nothing changed: it never counts twice.`;
}

type UnconfirmedSendAlertProps = {
  /** Error of the last attempt. */
  error: Error | null;
  unconfirmed: UnconfirmedSend;
};

/** Advice after a lost response, for forms whose mutation uses `unlessUnconfirmed`. */
export function UnconfirmedSendAlert({ error, unconfirmed }: UnconfirmedSendAlertProps) {
  const outage = outageOf(error);
  if (outage === null) return null;
  return (
    <p role="alert" className="rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
      {describeOutage(outage, unconfirmed)}
    </p>
  );
}
