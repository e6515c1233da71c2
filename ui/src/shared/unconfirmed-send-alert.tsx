import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, select, t } from '@lingui/core/macro';

import { type Outage, outageOf } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';

/** What a form sends, for the sentence about a lost response. */
export type UnconfirmedSend = 'award' | 'correction' | 'goal' | 'goals' | 'reviews';

/** Stands at the end of "nobody knows yet whether it got the award". */
const unconfirmedNames: Record<UnconfirmedSend, MessageDescriptor> = {
  award: msg({ message: 'the award', comment: 'In: “nobody knows yet whether it got the award”' }),
  correction: msg({
    message: 'the correction',
    comment: 'In: “nobody knows yet whether it got the correction”',
  }),
  goal: msg({ message: 'the goal', comment: 'In: “nobody knows yet whether it got the goal”' }),
  goals: msg({ message: 'the goals', comment: 'In: “nobody knows yet whether it got the goals”' }),
  reviews: msg({ message: 'the reviews', comment: 'In: “nobody knows yet whether it got the reviews”' }),
};

function describeOutage(outage: Outage, unconfirmed: UnconfirmedSend): string {
  const place = `${outage}_${serverKind()}` as const;
  const name = i18n._(unconfirmedNames[unconfirmed]);
  return t`${select(place, {
    server_school: 'The school’s server',
    server_class: 'The class computer',
    database_school: 'The database of the school’s server',
    other: 'The database of the class computer',
  })} didn’t answer, so nobody knows yet whether it got ${name}. Just try again, with nothing changed: it never counts twice.`;
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
