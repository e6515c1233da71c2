import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { isAmount } from '@/shared/amount-rules';
import { goalName, goalWorth } from '@/shared/goal-fields/goal-schema';

const MAX_DESCRIPTION = 5000;

/** Values of a student's form, as strings from the inputs. The server counts code points. */
export const suggestionSchema = z.object({
  name: goalName,
  goalbucks: goalWorth,
  description: z.string().check(
    z.trim(),
    z.refine((text) => Array.from(text).length <= MAX_DESCRIPTION, {
      error: () => t`This can have at most 5,000 characters.`,
    }),
  ),
});

export type SuggestionValues = z.infer<typeof suggestionSchema>;

/** Toasts as specified in 14.3. */
type ToastText = { title: MessageDescriptor; description: MessageDescriptor };

export const MISSING: ToastText = {
  title: msg`Missing information`,
  description: msg`Please fill in the goal name and suggested goalbucks.`,
};
export const INVALID: ToastText = {
  title: msg`Invalid goalbucks`,
  description: msg`Please enter a valid number of goalbucks.`,
};

/** Toast for missing or invalid values; undefined for other errors. */
export function toastFor({ name, goalbucks }: SuggestionValues): ToastText | undefined {
  if (name.trim() === '' || goalbucks.trim() === '') return MISSING;
  return isAmount(goalbucks) ? undefined : INVALID;
}
