import { t } from '@lingui/core/macro';

import { FormTextField } from '@/shared/form/form-fields';

/** Reason for a balance change, which the student sees. */
export function ReasonField({ placeholder }: { placeholder: string }) {
  return (
    <FormTextField
      name="reason"
      label={t`Reason`}
      hint={t`Students read it in their history.`}
      autoComplete="off"
      placeholder={placeholder}
    />
  );
}
