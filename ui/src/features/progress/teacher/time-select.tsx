import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';

import { ToolbarSelect } from '@/components/toolbar-select';
import type { Time } from '@/features/progress/queries';
import { dateOf, formatMonthDay } from '@/features/progress/weeks';

/** The chosen weeks, in the page's address. */
export function useTime() {
  const [params, setParams] = useSearchParams();
  const time: Time = params.get('time') === 'year' ? 'year' : '8weeks';
  const setTime = (next: Time) => {
    const changed = new URLSearchParams(params);
    if (next === '8weeks') changed.delete('time');
    else changed.set('time', next);
    setParams(changed, { replace: true });
  };
  return [time, setTime] as const;
}

type TimeSelectProps = {
  time: Time;
  onChange: (time: Time) => void;
  /** Undefined while it loads. */
  period: { from: string; to: string } | undefined;
};

/** Chooses the weeks, and says which they are. */
export function TimeSelect({ time, onChange, period }: TimeSelectProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ToolbarSelect
        label={t`Time`}
        value={time}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value === 'year' ? 'year' : '8weeks');
        }}
      >
        <option value="8weeks">{t`Last 8 weeks`}</option>
        <option value="year">{t`Last 12 months`}</option>
      </ToolbarSelect>
      <span role="status" className="text-small text-ink-2">
        {period && <PeriodText period={period} />}
      </span>
    </div>
  );
}

function PeriodText({ period }: { period: { from: string; to: string } }) {
  const from = formatMonthDay(dateOf(period.from));
  const to = formatMonthDay(dateOf(period.to));
  return (
    <Trans>
      {from} to today, {to}
    </Trans>
  );
}
