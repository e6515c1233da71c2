import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { classNames } from '@/lib/class-names';

/** Attributes that link a control to its label and messages; spread it on the control. */
type FieldControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  /** Shows "optional" beside the label. */
  optional?: boolean | undefined;
  hint?: ReactNode;
  /** Error message; marks the control as invalid. */
  error?: string | undefined;
  /** Id of a message elsewhere, such as a form alert; marks the control as invalid. */
  errorId?: string | undefined;
  /** Hides the label visually; "wide": only from 640 px up. */
  hideLabel?: boolean | 'wide' | undefined;
  className?: string | undefined;
};

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="mt-1.5 flex gap-1.5 text-small text-danger">
      <CircleAlert aria-hidden className="mt-px size-4" />
      {children}
    </p>
  );
}

export function Field({
  label,
  optional = false,
  hint,
  error,
  errorId,
  hideLabel = false,
  className,
  children,
}: FieldProps & { children: (control: FieldControlProps) => ReactNode }) {
  const id = useId();
  const describedBy = [error && `${id}-error`, errorId, hint && !error && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={classNames(
          'mb-1.5 block font-mid',
          hideLabel === true && 'sr-only',
          hideLabel === 'wide' && 'sm:sr-only',
        )}
      >
        {label}{' '}
        {optional && (
          <span className="font-text text-ink-3">
            <Trans comment="Beside the label of a field">optional</Trans>
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': Boolean(error) || Boolean(errorId) || undefined,
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        // Hidden rather than removed: a removal would make the dialog move the focus.
        <p id={`${id}-hint`} hidden={Boolean(error)} className="mt-1.5 text-small text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
