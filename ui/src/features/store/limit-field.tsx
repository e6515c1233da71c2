import { t } from '@lingui/core/macro';
import { useController, useFormContext } from 'react-hook-form';

import { Switch } from '@/components/switch';
import { FormTextField } from '@/shared/form/form-fields';
import { FormSelectField } from '@/shared/form/select-field';

import { type ItemValues, NO_LIMIT } from './item-schema';

/** The switch *Limit for each student*, with number and time while it is on. */
export function LimitField() {
  const { setValue } = useFormContext<ItemValues>();
  const { field } = useController<ItemValues, 'isLimited'>({ name: 'isLimited' });
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t`Limit for each student`}
        hint={t`Purchases that you cancel don't count.`}
        checked={field.value}
        onCheckedChange={(isLimited) => {
          field.onChange(isLimited);
          // What is hidden can't be wrong.
          if (!isLimited) setValue('perStudent', NO_LIMIT.perStudent);
        }}
      />
      {field.value && (
        <div className="grid items-start gap-4 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
          <FormTextField
            name="perStudent"
            label={t({ message: 'At most', comment: 'A number of purchases of a store item' })}
            inputMode="numeric"
            autoComplete="off"
          />
          <FormSelectField name="per" label={t`In which time`}>
            <option value="ever">{t({ message: 'in all', comment: 'The time of a limit' })}</option>
            <option value="week">
              {t({ message: 'in a week, from Monday', comment: 'The time of a limit' })}
            </option>
            <option value="day">{t({ message: 'in a day', comment: 'The time of a limit' })}</option>
          </FormSelectField>
        </div>
      )}
    </div>
  );
}
