import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { StoreItem } from '@/api/types';
import { amountMessage, isAmount, parseWholeNumber } from '@/shared/amount-rules';
import { optionalPicture } from '@/shared/goal-pictures/picture-schema';

import type { ItemRequest } from './queries';

const MAX_STOCK = 1_000_000;
const MAX_PER_STUDENT = 99;
/** The fields of a limit that is off. */
export const NO_LIMIT = { isLimited: false, perStudent: '1', per: 'ever' as const };

const isStock = (text: string) => text === '' || (parseWholeNumber(text) ?? Infinity) <= MAX_STOCK;

function isPerStudent(text: string): boolean {
  const number = parseWholeNumber(text) ?? 0;
  return number >= 1 && number <= MAX_PER_STUDENT;
}

/** Values of the item form, as strings from the inputs. */
export const itemSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: () => t`Item name is required.`, abort: true }),
      z.maxLength(200, { error: () => t`Item name can have at most 200 characters.` }),
    ),
  description: z
    .string()
    .check(z.trim(), z.maxLength(5000, { error: () => t`A description can have at most 5,000 characters.` })),
  goalbucksCost: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: () => t`Cost is required.`, abort: true }),
      z.refine(isAmount, { error: amountMessage }),
    ),
  stock: z.string().check(
    z.trim(),
    z.refine(isStock, {
      error: () => t`Use a whole number from 0 to 1,000,000, or leave it blank for unlimited.`,
    }),
  ),
  picture: optionalPicture,
  isLimited: z.boolean(),
  perStudent: z
    .string()
    .check(
      z.trim(),
      z.refine(isPerStudent, { error: () => t`Use a whole number from 1 to ${MAX_PER_STUDENT}.` }),
    ),
  per: z.enum(['ever', 'week', 'day']),
});

export type ItemValues = z.infer<typeof itemSchema>;

export function toItemValues(item: StoreItem | undefined): ItemValues {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    goalbucksCost: item?.goalbucksCost.toString() ?? '',
    stock: item?.stock?.toString() ?? '',
    picture: item?.picture ?? null,
    ...NO_LIMIT,
    ...(typeof item?.perStudent === 'number' && {
      isLimited: true,
      perStudent: item.perStudent.toString(),
      per: item.per,
    }),
  };
}

/** Converts form values to a request body. A blank stock means unlimited. */
export function toItemBody(values: ItemValues): ItemRequest {
  const { name, description, goalbucksCost, stock, picture, isLimited, perStudent, per } = values;
  return {
    name,
    description: description || null,
    goalbucksCost: parseWholeNumber(goalbucksCost) ?? 0,
    stock: parseWholeNumber(stock),
    picture,
    perStudent: isLimited ? parseWholeNumber(perStudent) : null,
    per: isLimited ? per : NO_LIMIT.per,
  };
}
