import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';

import type { StoreItem } from '@/api/types';
import { Coin } from '@/components/illustrations/coin';
import { isAmount, parseWholeNumber } from '@/shared/amount-rules';
import { Form, type FormMutation } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextAreaField, FormTextField } from '@/shared/form/form-fields';
import { PictureField } from '@/shared/goal-pictures/picture-field';

import { type ItemValues, itemSchema, toItemBody, toItemValues } from './item-schema';
import { LimitField } from './limit-field';
import type { ItemRequest } from './queries';

/** What the teacher reads about a price, such as how long students take to earn it. */
export type PriceHint = (cost: number) => ReactNode;

type ItemFormProps = {
  /** Item to edit; omitted for a new one. */
  item?: StoreItem | undefined;
  submitLabel: string;
  pendingLabel: string;
  mutation: FormMutation;
  onSend: (item: ItemRequest) => void;
  priceHint: PriceHint;
};

/** Text inputs: a number input reports invalid text as blank, and a blank stock means unlimited. */
const numericInputProps = { inputMode: 'numeric', autoComplete: 'off' } as const;

function CostAndStock({ priceHint }: { priceHint: PriceHint }) {
  const cost = useWatch<ItemValues, 'goalbucksCost'>({ name: 'goalbucksCost' }).trim();
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
      <div role="status" className="empty:-mt-4 sm:col-span-2">
        {isAmount(cost) && priceHint(parseWholeNumber(cost) ?? 0)}
      </div>
    </div>
  );
}

/** Name, description, cost, stock, limit and picture. */
export function ItemForm({ item, submitLabel, pendingLabel, onSend, priceHint, ...form }: ItemFormProps) {
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
      <CostAndStock priceHint={priceHint} />
      <LimitField />
      <PictureField hint={t`Takes the place of the gift wrap.`} />
      <FormActions pendingLabel={pendingLabel}>{submitLabel}</FormActions>
    </Form>
  );
}
