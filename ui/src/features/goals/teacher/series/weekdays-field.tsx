import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';

import { FieldError } from '@/components/field';
import { useFieldError } from '@/shared/form/form-fields';

import { type Weekday, weekdayName, WEEKDAYS } from './weekdays';

/** A button for each day of the week. */
export function WeekdaysField() {
  const id = useId();
  const label = t`Days of the week`;
  const { field } = useController<{ weekdays: Weekday[] }>({ name: 'weekdays' });
  const { trigger } = useFormContext<{ weekdays: Weekday[] }>();
  const error = useFieldError({ name: 'weekdays', label });
  const chosen = field.value;
  const toggle = (day: Weekday) => {
    const isChosen = chosen.includes(day);
    field.onChange(WEEKDAYS.filter((each) => (each === day ? !isChosen : chosen.includes(each))));
    // At once, since a button may wait for it.
    void trigger('weekdays');
  };
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="sr-only">{label}</legend>
      <div
        ref={(buttons) => {
          // The first button is focused when no day is chosen.
          field.ref(buttons?.querySelector('button'));
        }}
        className="grid max-w-84 grid-cols-7 gap-1 max-[359px]:gap-0.5 max-[359px]:text-small"
      >
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.includes(day)}
            onClick={() => {
              toggle(day);
            }}
            className="min-h-10 min-w-0 rounded-control border border-line-strong bg-surface font-mid hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand aria-pressed:hover:bg-brand-hover"
          >
            <span aria-hidden>{weekdayName(day, 'short')}</span>
            <span className="sr-only">{weekdayName(day, 'long')}</span>
          </button>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
