import { classNames } from '@/lib/class-names';

import { Field } from './field';
import { type Control, controlClass, split } from './input';

/** A labelled select, whose children are its options. Spread react-hook-form's `register(...)` on it. */
export function SelectField({ selectClass, ...props }: Control<'select'> & { selectClass?: string }) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      {(fieldProps) => (
        <select {...control} {...fieldProps} className={classNames(controlClass, selectClass)} />
      )}
    </Field>
  );
}
