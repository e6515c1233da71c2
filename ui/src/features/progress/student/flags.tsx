import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChartColumn, List } from 'lucide-react';
import { useId, useState } from 'react';

import type { WeekProgress } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { rowLabel, type Span, spansOf, total } from '@/features/progress/weeks';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';

/** More goals in a week are a number on the top flag. */
const MAX_FLAGS = 4;

const goalsOf = ({ weeks }: Span<WeekProgress>) => total(weeks, (week) => week.goalsCompleted);

function FlagShape() {
  return (
    <svg viewBox="0 0 20 30" className="mirror-rtl h-8 w-5" aria-hidden="true">
      <path d="M3 29V2" className="stroke-flag" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M4 2.5l14 5.5-14 5.5z"
        className="fill-flag stroke-flag"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </svg>
  );
}

type FlagsOfWeekProps = {
  span: Span<WeekProgress>;
  /** Leaves the name of the week out on phones. */
  unnamed: boolean;
};

function FlagsOfWeek({ span, unnamed }: FlagsOfWeekProps) {
  const count = goalsOf(span);
  return (
    <li className="flex min-w-0 flex-1 flex-col items-center">
      <span className="flex h-44 flex-col justify-end gap-1 ps-2">
        {count > MAX_FLAGS && (
          <span className="text-small font-bold">
            <span aria-hidden="true">x{formatNumber(count)}</span>
          </span>
        )}
        {Array.from({ length: Math.min(count, MAX_FLAGS) }, (_, flag) => (
          <FlagShape key={flag} />
        ))}
      </span>
      <span
        className={classNames(
          'flex min-h-8 w-full justify-center border-t border-line-strong pt-1.5 text-small whitespace-nowrap text-ink-2',
          unnamed && 'max-sm:[&>*]:invisible',
        )}
      >
        {span.isPresent ? (
          <b className="text-ink">
            <Trans comment="The present week, below its flags">Now</Trans>
          </b>
        ) : (
          <span>{span.label}</span>
        )}
      </span>
    </li>
  );
}

/** "2 goals" of each week, for those who can't see the flags. */
function WeekList({ spans }: { spans: Span<WeekProgress>[] }) {
  return (
    <ul>
      {spans.map((span) => (
        <li key={span.label} className="flex justify-between border-t border-line py-2">
          <span>{rowLabel(span)}</span>
          <span className="font-mid">
            {plural(goalsOf(span), { 0: '–', one: '# goal', other: '# goals' })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A flag for each completed goal, week by week, or the numbers as a list. */
export function Flags({ weeks }: { weeks: WeekProgress[] }) {
  const id = useId();
  const [asList, setAsList] = useState(false);
  const spans = spansOf(weeks);
  return (
    <Card as="section" aria-labelledby={id} className="mb-4 px-5 pt-3 pb-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id}>
          <Trans>Your flags, week by week</Trans>
        </h2>
        <Button
          variant="link"
          className="-ms-2"
          icon={asList ? <ChartColumn aria-hidden /> : <List aria-hidden />}
          onClick={() => {
            setAsList(!asList);
          }}
        >
          {asList ? t`Show as Flags` : t`Show as List`}
        </Button>
      </div>
      {asList ? (
        <WeekList spans={spans} />
      ) : (
        <>
          <ul aria-hidden="true" className="flex">
            {spans.map((span, week) => (
              <FlagsOfWeek key={span.label} span={span} unnamed={(spans.length - 1 - week) % 2 === 1} />
            ))}
          </ul>
          <div className="sr-only">
            <WeekList spans={spans} />
          </div>
        </>
      )}
    </Card>
  );
}
