import { t } from '@lingui/core/macro';
import { useState } from 'react';

import type { StoreItem } from '@/api/types';
import { Coin } from '@/components/illustrations/coin';
import { Form, type FormMutation } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextAreaField, FormTextField } from '@/shared/form/form-fields';
import { PictureField } from '@/shared/goal-pictures/picture-field';

import { itemSchema, toItemBody, toItemValues } from './item-schema';
import type { ItemRequest } from './queries';

type ItemFormProps = {
  /** Item to edit; omitted for a new one. */
  item?: StoreItem | undefined;
  submitLabel: string;
  pendingLabel: string;
  mutation: FormMutation;
  onSend: (item: ItemRequest) => void;
};

/** Text inputs: a number input reports invalid text as blank, and a blank stock means unlimited. */
const numericInputProps = { inputMode: 'numeric', autoComplete: 'off' } as const;

function CostAndStock() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormTextField
        {...numericInputProps}
        name="goalbucksCost"
        label={t`Cost in GoalBucks`}
        serverLabel={t`Cost`}
        leading={<Coin />}
        placeholder={t`e.g. 25`}
      />
      <FormTextField
        {...numericInputProps}
        name="stock"
        label={t`Stock`}
        optional
        placeholder={t`Unlimited`}
        hint={t`Leave it blank for unlimited.`}
      />
    </div>
  );
}

/** Name, description, cost, stock and picture. */
export function ItemForm({ item, submitLabel, pendingLabel, onSend, ...form }: ItemFormProps) {
  // Students buy while the teacher types: the server subtracts what was sold since this stock was shown.
  const [stockShown] = useState(item?.stock);
  return (
    <Form
      {...form}
      schema={itemSchema}
      initialValues={toItemValues(item)}
      onSubmit={(values) => {
        const body = toItemBody(values);
        onSend(typeof stockShown === 'number' ? { ...body, stockShown } : body);
      }}
    >
      <FormTextField
        name="name"
        label={t`Item name`}
        placeholder={t`e.g. Homework pass`}
        autoComplete="off"
      />
      <FormTextAreaField name="description" label={t`Description`} optional />
      <CostAndStock />
      <PictureField hint={t`Takes the place of the gift wrap.`} />
      <FormActions pendingLabel={pendingLabel}>{submitLabel}</FormActions>
    </Form>
  );
}
