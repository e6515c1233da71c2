import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';

import { Button } from '@/components/button';
import { formatNumber } from '@/lib/format';
import { FormAmountField } from '@/shared/form/amount-field';

import type { ReviewValues } from './review-rules';

/** Enter confirms the chosen verdict, not that of the form's first button. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** What an approval pays: at first the worth of the goal. */
export function PaidAmountField({ worth }: { worth: number }) {
  const { setValue } = useFormContext<ReviewValues>();
  const pay = (amount: number) => () => {
    setValue('goalbucks', String(amount), { shouldDirty: true, shouldValidate: true });
  };
  const half = Math.ceil(worth / 2);
  const shownWorth = formatNumber(worth);
  const shownHalf = formatNumber(half);
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="flex items-start gap-3">
        <FormAmountField
          name="goalbucks"
          max={worth}
          inputClass="w-28!"
          className="max-w-56"
          onKeyDown={submitOnEnter}
        />
        <span className="pt-10 text-ink-2 -ms-[max(0px,calc(100%-10rem))]">
          <Trans comment="After a field: the number of GoalBucks that a goal is worth">of {shownWorth}</Trans>
        </span>
      </div>
      <div className="flex gap-2 pt-7.5">
        <Button onClick={pay(worth)}>{t`All ${shownWorth}`}</Button>
        <Button onClick={pay(half)}>{t`Half: ${shownHalf}`}</Button>
      </div>
    </div>
  );
}
