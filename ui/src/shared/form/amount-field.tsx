import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';

import { MAX_GOALBUCKS } from '@/shared/amount-rules';

import { FormTextField } from './form-fields';

type FormAmountFieldProps = Partial<ComponentProps<typeof FormTextField>> & { name: string };

/** A whole number of goalbucks. */
export function FormAmountField(props: FormAmountFieldProps) {
  return (
    <FormTextField
      label={t`GoalBucks`}
      type="number"
      inputMode="numeric"
      min={1}
      max={MAX_GOALBUCKS}
      step={1}
      autoComplete="off"
      {...props}
    />
  );
}
