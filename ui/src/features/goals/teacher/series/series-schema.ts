import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { Schemas, Series } from '@/api/types';
import { emptyGoalForm, goalFormSchema } from '@/features/goals/teacher/goal-form-schema';
import { formatDay, isPastDay, localDay } from '@/lib/format';
import { UNREADABLE } from '@/lib/unparsed-input';
import { parseWholeNumber } from '@/shared/amount-rules';

import { latestLastDay, MAX_DAYS_AHEAD } from './planned-days';
import { SCHOOL_DAYS, WEEKDAYS } from './weekdays';

const weekdays = z.array(z.enum(WEEKDAYS));

/** Whether a typed day can be the last one. */
export const isPossibleLastDay = (day: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && !isPastDay(day) && day <= latestLastDay();

function tooLateMessage() {
  const latest = formatDay(localDay(latestLastDay()));
  return t`Choose a day until ${latest}: at most ${MAX_DAYS_AHEAD} days ahead.`;
}

/** Values of the form of a goal that repeats, as strings from the inputs. */
export const seriesSchema = z.extend(goalFormSchema, {
  /** Typed before *Repeats* was switched on; not sent. */
  dueDate: z.string(),
  weekdays: weekdays.check(z.minLength(1, { error: () => t`Choose at least one day of the week.` })),
  until: z.string().check(
    z.refine((day) => day !== '' && day !== UNREADABLE, {
      error: () => t`Choose the last day.`,
      abort: true,
    }),
    z.refine((day) => !isPastDay(day), {
      error: () => t`This day is over. Choose a later one.`,
      abort: true,
    }),
    z.refine((day) => day <= latestLastDay(), { error: tooLateMessage }),
  ),
});
export type SeriesValues = z.infer<typeof seriesSchema>;

/** Values of the form of a goal that may repeat. */
export const goalOrSeriesSchema = z.discriminatedUnion('repeats', [
  z.extend(goalFormSchema, { repeats: z.literal(false), weekdays, until: z.string() }),
  z.extend(seriesSchema, { repeats: z.literal(true) }),
]);
export type GoalOrSeriesValues = z.infer<typeof goalOrSeriesSchema>;

/** The fields of a goal that doesn't repeat, until *Repeats* is switched on. */
export const noRepeats = { repeats: false, weekdays: [...SCHOOL_DAYS], until: '' } as const satisfies Partial<
  GoalOrSeriesValues & { repeats: false }
>;

/** Converts a series to form values. */
export const toSeriesValues = ({
  name,
  goalbucks,
  details,
  picture,
  weekdays,
  until,
}: Series): SeriesValues => ({
  ...emptyGoalForm,
  name,
  goalbucks: String(goalbucks),
  details: details ?? '',
  picture,
  weekdays,
  until,
});

/** What the form of a series sends, but for whom it is. */
export type SeriesFields = Omit<Schemas['SeriesRequest'], 'studentIds'>;

/** Converts form values to the fields of a request. */
export const toSeriesFields = ({
  name,
  goalbucks,
  details,
  picture,
  weekdays,
  until,
}: SeriesValues): SeriesFields => ({
  name,
  goalbucks: parseWholeNumber(goalbucks) ?? 0,
  details: details.trim() || null,
  picture,
  weekdays,
  until,
});
