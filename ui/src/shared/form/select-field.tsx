import { SelectField } from '@/components/select-field';

import { type Props, useFormField } from './form-fields';

export function FormSelectField({ name, serverLabel, error, ...props }: Props<typeof SelectField>) {
  const field = useFormField({ name, serverLabel, error, label: props.label });
  return <SelectField {...props} {...field} />;
}
