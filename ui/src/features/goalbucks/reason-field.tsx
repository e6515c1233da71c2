import { FormTextField } from '@/shared/form/form-fields';

/** Reason for a balance change, which the student sees. */
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
