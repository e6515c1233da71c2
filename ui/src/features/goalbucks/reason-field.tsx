import { FormTextField } from '@/shared/form/form-fields';

/** Why a balance changes: the students read it in their history. */
export function ReasonField({ placeholder }: { placeholder: string }) {
  return (
    <FormTextField
      name="reason"
      label="Reason"
      hint="Students read it in their history."
      autoComplete="off"
      placeholder={placeholder}
    />
  );
}
