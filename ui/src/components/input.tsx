import { t } from '@lingui/core/macro';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';

import { classNames } from '@/lib/class-names';

import { Field, type FieldProps } from './field';
import { IconButton } from './icon-button';

export const controlClass = classNames(
  'block w-full min-h-[max(40px,var(--control))] rounded-control border border-line-strong bg-surface px-3 py-2 text-ink placeholder-shown:text-ellipsis',
  // Not focus-visible, which WebKit doesn't apply to date fields; other fields match both.
  'focus:border-focus focus:outline-2 focus:outline-offset-0 focus:outline-focus',
  'aria-invalid:border-danger aria-invalid:outline-danger disabled:bg-sunken disabled:text-ink-3',
);

export type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Tag>, keyof FieldProps | 'id'>;

/** Splits a field's own properties from those of the control inside it. */
export function split<Props extends FieldProps>(props: Props) {
  const { label, optional, hint, error, errorId, hideLabel, className, ...control } = props;
  return { field: { label, optional, hint, error, errorId, hideLabel, className }, control };
}

/** A labelled text input. Spread react-hook-form's `register(...)` on it. */
export function TextField({
  inputClass,
  leading,
  ...props
}: Control<'input'> & { inputClass?: string; leading?: ReactNode }) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      {(fieldProps) => (
        <div className="relative">
          {leading && (
            <span className="pointer-events-none absolute inset-y-0 start-2.5 grid place-items-center text-ink-3 [&>svg]:size-4.5">
              {leading}
            </span>
          )}
          <input
            type="text"
            {...control}
            {...fieldProps}
            className={classNames(controlClass, Boolean(leading) && 'ps-9', inputClass)}
          />
        </div>
      )}
    </Field>
  );
}

export function TextAreaField(props: Control<'textarea'>) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      {(fieldProps) => (
        <textarea
          rows={3}
          {...control}
          {...fieldProps}
          className={classNames(controlClass, 'min-h-22 resize-y')}
        />
      )}
    </Field>
  );
}

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<Control<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const { field, control } = split(props);
  return (
    <Field {...field}>
      {(fieldProps) => (
        <div className="relative">
          <input
            {...control}
            {...fieldProps}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(controlClass, 'ltr-text pe-13 max-sm:placeholder:text-small')}
          />
          <IconButton
            label={shown ? t`Hide password` : t`Show password`}
            icon={shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            className="absolute inset-y-0 end-0.5 my-auto"
            onClick={() => {
              setShown(!shown);
            }}
          />
        </div>
      )}
    </Field>
  );
}
