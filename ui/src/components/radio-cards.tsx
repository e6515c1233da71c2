import { type ReactNode, type Ref, useId } from 'react';

import { classNames } from '@/lib/class-names';

import { FieldError } from './field';

export type Choice<Value> = {
  value: Value;
  title: ReactNode;
  detail: ReactNode;
  disabled?: boolean;
};

type RadioCardsProps<Value> = {
  legend: ReactNode;
  /** Hides the legend, except from screen readers. */
  hideLegend?: boolean;
  choices: readonly Choice<Value>[];
  value: Value;
  /** Puts the choices in columns, except on phones. */
  sideBySide?: boolean | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLFieldSetElement>;
  onChange: (value: Value) => void;
  onBlur?: () => void;
};

/** Radio buttons, each with a title and a line below it. */
export function RadioCards<Value extends string | null>({
  legend,
  hideLegend = false,
  sideBySide = false,
  choices,
  value,
  error,
  disabled = false,
  onChange,
  ...rest
}: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset
      {...rest}
      aria-describedby={error && id}
      className={classNames('grid gap-2', sideBySide && 'sm:grid-cols-2')}
    >
      <legend className={classNames(hideLegend ? 'sr-only' : 'mb-1.5 font-mid')}>{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="grid min-h-13 grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 rounded-control border border-line-strong px-4 py-2 has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-default"
        >
          <input
            type="radio"
            name={`${id}-choice`}
            checked={choice.value === value}
            disabled={disabled || choice.disabled === true}
            onChange={() => {
              onChange(choice.value);
            }}
            className="peer row-span-2 size-4.5 accent-brand"
          />
          <strong className="font-mid wrap-anywhere peer-disabled:text-ink-3">{choice.title}</strong>
          <span className="text-small wrap-anywhere text-ink-2">{choice.detail}</span>
        </label>
      ))}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
