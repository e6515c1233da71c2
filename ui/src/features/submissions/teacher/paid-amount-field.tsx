import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';

import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { controlClass } from '@/components/input';
import { formatNumber } from '@/lib/format';
import { useFormField } from '@/shared/form/form-fields';

import type { ReviewValues } from './review-rules';

/** Enter confirms the chosen verdict, not that of the form's first button. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Sets the amount with one press. */
function QuickAmounts({ worth }: { worth: number }) {
  const { setValue } = useFormContext<ReviewValues>();
  const pay = (amount: number) => () => {
    setValue('goalbucks', String(amount), { shouldDirty: true, shouldValidate: true });
  };
  const half = Math.ceil(worth / 2);
  const shownWorth = formatNumber(worth);
  const shownHalf = formatNumber(half);
  return (
    <div className="flex flex-wrap gap-2 sm:ms-3">
      <Button onClick={pay(worth)}>{t`All ${shownWorth}`}</Button>
      <Button onClick={pay(half)}>{t`Half: ${shownHalf}`}</Button>
    </div>
  );
}

/** What an approval pays: at first the worth of the goal. */
export function PaidAmountField({ worth }: { worth: number }) {
  const label = t`GoalBucks`;
  const { error, ...field } = useFormField({ name: 'goalbucks', label });
  const shownWorth = formatNumber(worth);
  return (
    <Field label={label} error={error} className="mb-4">
      {(control) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={worth}
            step={1}
            autoComplete="off"
            onKeyDown={submitOnEnter}
            {...field}
            {...control}
            className={`${controlClass} w-28!`}
          />
          <span className="text-ink-2">
            <Trans comment="After a field: the number of GoalBucks that a goal is worth">
              of {shownWorth}
            </Trans>
          </span>
          <QuickAmounts worth={worth} />
        </div>
      )}
    </Field>
  );
}
