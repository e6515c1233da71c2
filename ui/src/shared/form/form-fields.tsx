import type { ComponentProps, ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';

import { serverFieldError } from '@/api/server-field-error';
import { PasswordField, TextAreaField, TextField } from '@/components/input';
import type { SelectField } from '@/components/select-field';
import { afterPress } from '@/lib/after-press';
import { hasUnparsedInput } from '@/lib/unparsed-input';

import { useSubmission } from './form-context';

export type FormFieldProps = {
  /** The field's path in the schema and in the request body, such as `name` or `rows.3.username`. */
  name: string;
  label: ReactNode;
  /** The field's name in the server's messages; default: the label. */
  serverLabel?: string | undefined;
  /** A message about the last attempt that doesn't come from the schema. */
  error?: string | undefined;
};

/** The field's message: the schema's own, then the server's. */
export function useFieldError({ name, label, serverLabel, error }: FormFieldProps): string | undefined {
  const { getFieldState, formState } = useFormContext();
  const submission = useSubmission();
  const { error: invalid, isDirty } = getFieldState(name, formState);
  // No message for an untouched field that the user only tabs through.
  const isShown = isDirty || formState.isSubmitted || hasUnparsedInput(invalid?.ref);
  const subject = serverLabel ?? (typeof label === 'string' ? label : '');
  return (
    (isShown ? invalid?.message : undefined) ?? error ?? serverFieldError(submission.error, name, subject)
  );
}

/** Registers a field by name and finds its message. */
export function useFormField(props: FormFieldProps) {
  const { name } = props;
  const { register, trigger, formState } = useFormContext();
  const field = register(name);
  return {
    ...field,
    /** Delays messages, which would move a button while it is pressed. */
    onBlur: (event: { target: unknown; type: string }) => {
      afterPress(() => {
        void field.onBlur(event);
        if (formState.isSubmitted) void trigger(name);
      });
    },
    error: useFieldError(props),
  };
}

type LabelledControl = typeof TextField | typeof TextAreaField | typeof PasswordField | typeof SelectField;

export type Props<Control extends LabelledControl> = FormFieldProps &
  Omit<ComponentProps<Control>, 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref' | 'error'>;

/** Hidden user name, for password managers. */
export function HiddenUsername({ username }: { username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}

export function FormTextField({ name, serverLabel, error, ...props }: Props<typeof TextField>) {
  const field = useFormField({ name, serverLabel, error, label: props.label });
  return <TextField {...props} {...field} />;
}

export function FormTextAreaField({ name, serverLabel, error, ...props }: Props<typeof TextAreaField>) {
  const field = useFormField({ name, serverLabel, error, label: props.label });
  return <TextAreaField {...props} {...field} />;
}

export function FormPasswordField({ name, serverLabel, error, ...props }: Props<typeof PasswordField>) {
  const field = useFormField({ name, serverLabel, error, label: props.label });
  return <PasswordField {...props} {...field} />;
}
