import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { NoSchoolDays } from '@/api/types';
import { localDay } from '@/lib/format';
import { UNREADABLE } from '@/lib/unparsed-input';

import { today } from './planned-days';

/** Ranges that aren't over. */
export const MAX_RANGES = 60;
const MAX_DAYS = 100;
const MAX_NAME = 200;
const DAY_MS = 86_400_000;

const numberOfDays = (from: string, to: string) =>
  Math.round((localDay(to).getTime() - localDay(from).getTime()) / DAY_MS) + 1;

/** An empty last day is the first one. */
const range = z
  .object({
    from: z
      .string()
      .check(z.refine((day) => day !== '' && day !== UNREADABLE, { error: () => t`Choose the first day.` })),
    to: z
      .string()
      .check(z.refine((day) => day !== UNREADABLE, { error: () => t`Finish the date, or leave it empty.` })),
    name: z.string().check(
      z.refine((name) => Array.from(name.trim()).length <= MAX_NAME, {
        error: () => t`The name can have at most ${MAX_NAME} characters.`,
      }),
    ),
  })
  .check(
    z.refine(({ from, to }) => to === '' || from <= to, {
      path: ['to'],
      error: () => t`This day is before the first one.`,
      abort: true,
    }),
    z.refine(({ from, to }) => to === '' || numberOfDays(from, to) <= MAX_DAYS, {
      path: ['to'],
      error: () => t`At most ${MAX_DAYS} days at once. Add the rest as days of their own.`,
    }),
  );

/** Values of the form, as strings from the inputs; `over` are the ranges that can only be removed. */
export const noSchoolSchema = z.object({ rows: z.array(range), over: z.array(range) });
export type NoSchoolValues = z.infer<typeof noSchoolSchema>;
export type RangeValues = NoSchoolValues['rows'][number];

export const emptyRange: RangeValues = { from: '', to: '', name: '' };

/** Converts ranges to form values. */
export function toNoSchoolValues(ranges: readonly NoSchoolDays[]): NoSchoolValues {
  const values = ranges.map(({ name, ...days }) => ({ ...days, name: name ?? '' }));
  const isOver = ({ to }: RangeValues) => to < today();
  return { rows: values.filter((each) => !isOver(each)), over: values.filter(isOver) };
}

/** Converts form values to a request body. */
export const toNoSchoolBody = ({ rows, over }: NoSchoolValues): NoSchoolDays[] =>
  [...over, ...rows].map(({ from, to, name }) => ({ from, to: to || from, name: name.trim() || null }));
