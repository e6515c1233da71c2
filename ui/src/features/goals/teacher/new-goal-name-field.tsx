import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { ComboboxField } from '@/components/combobox-field';
import { Amount } from '@/shared/amount';
import { useFormField } from '@/shared/form/form-fields';

import type { GoalName } from './goal-examples';
import type { GoalFormValues } from './goal-form-schema';
import { useGoalNames } from './goal-names';

/** The fields that a chosen name fills in besides itself. */
type FilledFields = Pick<GoalFormValues, 'goalbucks' | 'details'>;

const filledBy = ({ goalbucks, details }: GoalName): FilledFields => ({
  goalbucks: String(goalbucks),
  details: details ?? '',
});

/** Returns a function that fills in a name with what belongs to it, but for fields in which the teacher has typed. */
function useFillIn() {
  const { getValues, setValue } = useFormContext<GoalFormValues>();
  const lastFilled = useRef<FilledFields>({ goalbucks: '', details: '' });
  return (name: GoalName) => {
    const options = { shouldDirty: true, shouldValidate: true };
    const filled = filledBy(name);
    for (const field of ['goalbucks', 'details'] as const) {
      if (getValues(field) === lastFilled.current[field]) setValue(field, filled[field], options);
    }
    lastFilled.current = filled;
    setValue('name', name.name, options);
  };
}

/** The name of a new goal, with a list of names that were used before and of examples. */
export function NewGoalNameField() {
  const label = t`Goal name`;
  const text = useWatch<GoalFormValues, 'name'>({ name: 'name' });
  const suggestions = useGoalNames(text);
  const fillIn = useFillIn();
  return (
    <ComboboxField
      {...useFormField({ name: 'name', label })}
      label={label}
      placeholder={t`Type, or choose below`}
      autoComplete="off"
      text={text}
      listLabel={t`Names of goals`}
      suggestions={suggestions}
      optionKey={({ name }) => name}
      renderOption={({ name, goalbucks }) => (
        <>
          <span className="block font-mid wrap-anywhere">
            <bdi>{name}</bdi>
          </span>{' '}
          <Amount hideUnit value={goalbucks} className="text-small" />
        </>
      )}
      onChoose={fillIn}
    />
  );
}
