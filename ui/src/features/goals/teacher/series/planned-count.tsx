import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { useWatch } from 'react-hook-form';

import { formatCalendarDate } from '@/lib/format';
import { isAmount, parseWholeNumber } from '@/shared/amount-rules';
import { QueryView } from '@/shared/query-view';

import { plannedDays, today } from './planned-days';
import { noSchoolQuery } from './queries';
import { isPossibleLastDay } from './series-schema';
import type { Weekday } from './weekdays';

type CountProps = { days: string[]; leftOut: number; goalbucks: string };

function describeCount(times: number, goalbucks: string): string {
  const count = plural(times, { one: '# time', other: '# times' });
  if (!isAmount(goalbucks)) return count;
  const sum = plural(times * (parseWholeNumber(goalbucks) ?? 0), {
    one: '# GoalBuck for a student who does them all',
    other: '# GoalBucks for a student who does them all',
  });
  return t({ message: `${count}, ${sum}`, comment: '“31 times, 155 GoalBucks for a student who …”' });
}

function Count({ days, leftOut, goalbucks }: CountProps) {
  const [first] = days;
  const start = first === undefined ? '' : formatCalendarDate(first);
  return (
    <>
      <b className="font-mid">
        {first === undefined ? t`No chosen day until then.` : describeCount(days.length, goalbucks)}
      </b>
      <p className="text-small text-ink-2">
        {first !== undefined && t`First day: ${start}.`}{' '}
        {leftOut > 0 &&
          plural(leftOut, {
            one: '# no-school day is left out.',
            other: '# no-school days are left out.',
          })}
      </p>
    </>
  );
}

type Values = { weekdays: Weekday[]; until: string; goalbucks: string };

/** The owner of the class, whose days without school apply; undefined while unknown. */
export type OwnerProps = { ownerId: string | undefined };

/** How often the goal is given from this day, and what it is worth in all; nothing until both are chosen. */
export function PlannedCount({ ownerId, from = today() }: OwnerProps & { from?: string }) {
  const [weekdays, until, goalbucks] = useWatch<Values, ['weekdays', 'until', 'goalbucks']>({
    name: ['weekdays', 'until', 'goalbucks'],
  });
  const query = useQuery({ ...noSchoolQuery(ownerId ?? ''), enabled: ownerId !== undefined });
  const isComplete = weekdays.length > 0 && isPossibleLastDay(until);
  return (
    <div role="status" className="empty:-mt-3">
      {isComplete && (
        <div className="flex gap-3 rounded-control bg-sunken px-4 py-3">
          <Repeat aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-2" />
          <div className="min-w-0">
            <QueryView
              query={query}
              variant="inline"
              loading={t`Counting the days...`}
              title={t`The no-school days didn’t load.`}
            >
              {(noSchool) => (
                <Count {...plannedDays(weekdays, { from, until }, noSchool)} goalbucks={goalbucks} />
              )}
            </QueryView>
          </div>
        </div>
      )}
    </div>
  );
}
