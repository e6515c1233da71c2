import { type ReactNode, type Ref, useId } from 'react';

import { classNames } from '@/lib/class-names';

import { FieldError } from './field';

export type FieldGroupProps = {
  legend: ReactNode;
  /** Hides the legend, except from screen readers. */
  hideLegend?: boolean;
  error?: string | undefined;
  ref?: Ref<HTMLFieldSetElement>;
  onBlur?: () => void;
};

/** Several controls with one legend and one message. */
export function FieldGroup({
  legend,
  hideLegend = false,
  error,
  children,
  ...rest
}: FieldGroupProps & { children: ReactNode }) {
  const id = useId();
  return (
    <fieldset {...rest} aria-describedby={error && id} className="flex flex-col gap-2">
      <legend className={classNames(hideLegend ? 'sr-only' : 'mb-1.5 font-mid')}>{legend}</legend>
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
