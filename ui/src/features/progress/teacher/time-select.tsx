import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { ToolbarSelect } from '@/components/toolbar-select';
import type { Time } from '@/features/progress/queries';
import { formatMonthDay, includesToday } from '@/features/progress/weeks';
import { localDay } from '@/lib/format';
import { termsQuery } from '@/shared/terms-query';

/** The chosen weeks, in the page's address. */
export function useTime() {
  const [params, setParams] = useSearchParams();
  const time: Time = params.get('time') ?? '8weeks';
  const setTime = (next: Time) => {
    const changed = new URLSearchParams(params);
    if (next === '8weeks') changed.delete('time');
    else changed.set('time', next);
    setParams(changed, { replace: true });
  };
  return [time, setTime] as const;
}

type TimeSelectProps = {
  classroomId: string;
  time: Time;
  onChange: (time: Time) => void;
  /** Undefined while it loads. */
  period: { from: string; to: string } | undefined;
};

/** Chooses the weeks, and says which they are. */
export function TimeSelect({ classroomId, time, onChange, period }: TimeSelectProps) {
  const { data: terms } = useQuery(termsQuery(classroomId));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ToolbarSelect
        label={t`Time`}
        value={time}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
        }}
      >
        <option value="8weeks">{t`Last 8 weeks`}</option>
        <option value="term">{t`This term`}</option>
        {terms?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </ToolbarSelect>
      <span role="status" className="text-small text-ink-2">
        {period && <PeriodText period={period} />}
      </span>
    </div>
  );
}

function PeriodText({ period }: { period: { from: string; to: string } }) {
  const from = formatMonthDay(localDay(period.from));
  const to = formatMonthDay(localDay(period.to));
  if (!includesToday(period)) {
    return (
      <Trans context="days">
        {from} to {to}
      </Trans>
    );
  }
  return (
    <Trans>
      {from} to today, {to}
    </Trans>
  );
}
