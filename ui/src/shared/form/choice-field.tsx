import { useController } from 'react-hook-form';

import { type Choice, RadioCards } from '@/components/radio-cards';

import { type FormFieldProps, useFieldError } from './form-fields';

type ChoiceFieldProps<Value> = FormFieldProps & {
  /** Hides the label, except from screen readers. */
  hideLabel?: boolean;
  /** Puts the choices in columns, except on phones. */
  sideBySide?: boolean;
  choices: readonly Choice<Value>[];
  disabled?: boolean;
};

/** One of several values, as radio buttons. The value is null until one is chosen, or a choice's own. */
export function FormChoiceField<Value extends string | null>({
  label,
  hideLabel = false,
  sideBySide,
  choices,
  disabled,
  ...props
}: ChoiceFieldProps<Value>) {
  const { field } = useController({ name: props.name });
  return (
    <RadioCards
      ref={(group) => {
        // The first button is focused when the choice is at fault.
        field.ref(group?.querySelector('input'));
      }}
      legend={label}
      hideLegend={hideLabel}
      sideBySide={sideBySide}
      error={useFieldError({ ...props, label })}
      choices={choices}
      value={field.value as Value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      disabled={disabled}
    />
  );
}
