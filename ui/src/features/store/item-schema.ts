import * as z from 'zod/mini';

import { MAX_GOALBUCKS } from '@/api/limits';
import type { StoreItem } from '@/api/types';

import type { ItemBody } from './queries';

const MAX_STOCK = 1_000_000;

/** "1,000" too: that is how amounts stand on the screens. */
const WHOLE_NUMBER = /^(\d+|\d{1,3}(,\d{3})+)$/;
const toNumber = (text: string) => Number(text.replaceAll(',', ''));

/** What an item form holds: texts, as the inputs give them. */
export const itemSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Item name is required.', abort: true }),
      z.maxLength(200, 'Item name can have at most 200 characters.'),
    ),
  description: z
    .string()
    .check(z.trim(), z.maxLength(5000, 'A description can have at most 5,000 characters.')),
  cost: z.string().check(
    z.trim(),
    z.minLength(1, { error: 'Cost is required.', abort: true }),
    z.regex(WHOLE_NUMBER, { error: 'Enter a whole number, 1 or more.', abort: true }),
    z.refine((text) => toNumber(text) >= 1, { error: 'Enter a whole number, 1 or more.', abort: true }),
    z.refine((text) => toNumber(text) <= MAX_GOALBUCKS, 'An item can cost at most 1,000,000 GoalBucks.'),
  ),
  stock: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || WHOLE_NUMBER.test(text), {
      error: 'Enter a whole number, 0 or more, or leave it blank for unlimited.',
      abort: true,
    }),
    z.refine((text) => toNumber(text) <= MAX_STOCK, 'Stock can be at most 1,000,000.'),
  ),
});

export type ItemValues = z.infer<typeof itemSchema>;

export function toItemValues(item: StoreItem | undefined): ItemValues {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    cost: item?.goalbucksCost.toString() ?? '',
    stock: item?.stock?.toString() ?? '',
  };
}

/** The body that the calls about items take; a blank stock is unlimited, a stock of 0 is none. */
export function toItemBody({ name, description, cost, stock }: ItemValues): ItemBody {
  return {
    name,
    description: description || null,
    goalbucksCost: toNumber(cost),
    stock: stock === '' ? null : toNumber(stock),
  };
}
