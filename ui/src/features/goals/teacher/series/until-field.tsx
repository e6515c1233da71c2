import { t } from '@lingui/core/macro';
import { useWatch } from 'react-hook-form';

import { FormTextField } from '@/shared/form/form-fields';
import { DueDateField } from '@/shared/goal-fields/goal-fields';

import { latestLastDay, today } from './planned-days';

/** The last day of a goal that repeats. */
export function UntilField() {
  const until = useWatch<{ until: string }>({ name: 'until' });
  return (
    <FormTextField
      name="until"
      label={t({ message: 'Until', comment: 'Label of the last day of a goal that repeats' })}
      type="date"
      min={today()}
      max={latestLastDay()}
      data-empty={until === '' || undefined}
    />
  );
}

/** The due date, or the last day while *Repeats* is on. */
export function DueOrUntilField({ initialDate }: { initialDate: string }) {
  const repeats = useWatch<{ repeats: boolean }>({ name: 'repeats' });
  return repeats ? <UntilField /> : <DueDateField initialDate={initialDate} />;
}
