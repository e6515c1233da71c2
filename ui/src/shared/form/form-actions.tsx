import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';

import { ApiError } from '@/api/api-error';
import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog/dialog';
import { FormFailure } from '@/shared/form-failure';

import { useSubmission } from './form-context';

/** The error of the last attempt, unless a field shows it. Placed above the buttons. */
export function FormError({ className }: { className?: string }) {
  const { error, isPending, unconfirmed } = useSubmission();
  const { getValues } = useFormContext();
  const paths = error instanceof ApiError ? Object.keys(error.fields) : [];
  const fields = paths.filter((path) => getValues(path) !== undefined);
  return (
    <FormFailure
      pending={isPending}
      error={error}
      fields={fields}
      unconfirmed={unconfirmed}
      className={className}
    />
  );
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'pending' | 'onClick'> & {
  /** By default the button stays enabled, and pressing it shows what is missing. */
  disabledUntilValid?: boolean;
};

export function SubmitButton({ disabledUntilValid = false, disabled = false, ...props }: SubmitButtonProps) {
  const { isPending } = useSubmission();
  const { formState } = useFormContext();
  const isBlocked = disabled || (disabledUntilValid && !formState.isValid);
  return <Button variant="primary" {...props} type="submit" pending={isPending} disabled={isBlocked} />;
}

/** A button beside the submit button, disabled while the form is sent. */
export function SecondaryButton(props: Omit<ComponentProps<typeof Button>, 'disabled' | 'pending'>) {
  const { isPending } = useSubmission();
  return <Button variant="ghost" {...props} disabled={isPending} />;
}

/** The end of a form in a dialog: the error, Cancel, and the submit button, whose label are the children. */
export function FormActions(props: SubmitButtonProps) {
  return (
    <>
      <FormError />
      <DialogActions>
        <SubmitButton {...props} />
      </DialogActions>
    </>
  );
}
