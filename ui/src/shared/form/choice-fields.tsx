import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';

import { Checkbox } from '@/components/checkbox';
import { FieldGroup } from '@/components/field-group';
import { type Choice, RadioCards } from '@/components/radio-cards';

import { type FormFieldProps, useFieldError } from './form-fields';

/** Registers the choice; its first input is focused when it is at fault. */
function useChoice(name: string) {
  const { field } = useController({ name });
  const ref = (group: HTMLFieldSetElement | null) => {
    field.ref(group?.querySelector('input'));
  };
  return { field, ref };
}

type ChoiceFieldProps = FormFieldProps & { hideLabel?: boolean; disabled?: boolean };

/** One of several values, as radio buttons. The value is null until one is chosen, or a choice's own. */
export function FormChoiceField<Value extends string | null>({
  label,
  hideLabel = false,
  choices,
  disabled,
  ...props
}: ChoiceFieldProps & { choices: readonly Choice<Value>[] }) {
  const { field, ref } = useChoice(props.name);
  return (
    <RadioCards
      ref={ref}
      legend={label}
      hideLegend={hideLabel}
      error={useFieldError({ ...props, label })}
      choices={choices}
      value={field.value as Value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      disabled={disabled}
    />
  );
}

type Option = { value: string; label: ReactNode };

/** Several of these values, as check boxes. The value is an array, in the order of the options. */
export function FormCheckboxesField({
  label,
  hideLabel = false,
  options,
  disabled,
  ...props
}: ChoiceFieldProps & { options: readonly Option[] }) {
  const { field, ref } = useChoice(props.name);
  const value = field.value as readonly string[];
  const toggle = (option: string, checked: boolean) => {
    const chosen = options.filter((each) => (each.value === option ? checked : value.includes(each.value)));
    field.onChange(chosen.map((each) => each.value));
  };
  return (
    <FieldGroup
      ref={ref}
      legend={label}
      hideLegend={hideLabel}
      error={useFieldError({ ...props, label })}
      onBlur={field.onBlur}
    >
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={value.includes(option.value)}
          disabled={disabled}
          onChange={(event) => {
            toggle(option.value, event.target.checked);
          }}
        />
      ))}
    </FieldGroup>
  );
}
