import { type ReactNode, useId } from 'react';

import { FieldGroup, type FieldGroupProps } from './field-group';

export type Choice<Value> = {
  value: Value;
  title: ReactNode;
  detail: ReactNode;
  disabled?: boolean;
};

export type RadioCardsProps<Value> = FieldGroupProps & {
  choices: readonly Choice<Value>[];
  value: Value;
  disabled?: boolean | undefined;
  onChange: (value: Value) => void;
};

/** Radio buttons, each with a title and a line below it. */
export function RadioCards<Value extends string | null>({
  choices,
  value,
  disabled = false,
  onChange,
  ...group
}: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <FieldGroup {...group}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="grid min-h-13 grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 rounded-control border border-line-strong px-4 py-2 has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-default"
        >
          <input
            type="radio"
            name={name}
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
    </FieldGroup>
  );
}
