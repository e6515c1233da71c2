import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';

import { fieldMessage } from '@/api/field-message';
import type { StoreItem } from '@/api/types';
import { Button } from '@/components/button';
import { DialogActions, DialogClose, useDialogGuard } from '@/components/dialog/dialog';
import { Coin } from '@/components/illustrations/coin';
import { TextAreaField, TextField } from '@/components/input';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { FormFailure } from '@/shared/form-failure';

import { itemSchema, type ItemValues, toItemBody, toItemValues } from './item-schema';
import type { ItemRequest } from './queries';

type ItemFormProps = {
  /** The item that is edited, as it stands now; none for a new one. */
  item?: StoreItem | undefined;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** What the last attempt failed with. */
  failure: Error | null;
  failureText: string;
  onSend: (item: ItemRequest) => void;
};

type FieldsProps = Pick<UseFormReturn<ItemValues>, 'register' | 'formState'> & { failure: Error | null };

const FIELDS = ['name', 'description', 'goalbucksCost', 'stock'];

/** Texts with digits in them: a number field reads half a number as blank, and a blank stock is unlimited. */
const digits = { inputMode: 'numeric', autoComplete: 'off' } as const;

function CostAndStock({ register, formState: { errors }, failure }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...digits}
        label="Cost in GoalBucks"
        leading={<Coin />}
        placeholder="e.g. 25"
        error={errors.cost?.message ?? fieldMessage(failure, 'goalbucksCost', 'Cost')}
        {...register('cost')}
      />
      <TextField
        {...digits}
        label="Stock"
        optional
        placeholder="Unlimited"
        hint="Leave it blank for unlimited."
        error={errors.stock?.message ?? fieldMessage(failure, 'stock', 'Stock')}
        {...register('stock')}
      />
    </div>
  );
}

function useItemForm({ item, onSend }: ItemFormProps) {
  const form = useForm<ItemValues>({
    mode: 'all',
    resolver: standardSchemaResolver(itemSchema),
    defaultValues: toItemValues(item),
  });
  // Students buy while the teacher types: the server has to know from which stock the teacher went out.
  const [stockShown] = useState(item?.stock);
  const send = form.handleSubmit((values) => {
    const body = toItemBody(values);
    onSend(typeof stockShown === 'number' ? { ...body, stockShown } : body);
  });
  return { ...form, send };
}

/** Name, description, cost and stock. Everything typed stays until the item is saved. */
export function ItemForm(props: ItemFormProps) {
  const { submitLabel, pendingLabel, pending, failure } = props;
  const { register, formState, send } = useItemForm(props);
  const { errors, isDirty } = formState;
  useDialogGuard({ dirty: isDirty, busy: pending });
  useLeaveWarning(isDirty);
  return (
    <form noValidate onSubmit={send} className="mt-5 flex flex-col gap-4">
      <TextField
        label="Item name"
        placeholder="e.g. Homework pass"
        autoComplete="off"
        error={errors.name?.message ?? fieldMessage(failure, 'name', 'Item name')}
        {...register('name')}
      />
      <TextAreaField
        label="Description"
        optional
        error={errors.description?.message ?? fieldMessage(failure, 'description', 'Description')}
        {...register('description')}
      />
      <CostAndStock {...{ register, formState, failure }} />
      <FormFailure error={failure} text={props.failureText} fields={FIELDS} />
      <DialogActions>
        <DialogClose>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button variant="primary" type="submit" pending={pending} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
