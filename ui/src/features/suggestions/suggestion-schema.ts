import * as z from 'zod/mini';

import { isAmount } from '@/api/limits';
import { goalName, goalWorth } from '@/shared/goal-form/goal-schema';

const MAX_DESCRIPTION = 5000;

/** The values of a student's form: texts, as the inputs give them. The server counts code points. */
export const suggestionSchema = z.object({
  name: goalName,
  goalbucks: goalWorth,
  description: z.string().check(
    z.trim(),
    z.refine((text) => Array.from(text).length <= MAX_DESCRIPTION, 'This can have at most 5,000 characters.'),
  ),
});

export type SuggestionValues = z.infer<typeof suggestionSchema>;

/** The toasts of specification 14.3. */
type Toasted = { title: string; description: string };

export const MISSING: Toasted = {
  title: 'Missing information',
  description: 'Please fill in the goal name and suggested goalbucks.',
};
export const INVALID: Toasted = {
  title: 'Invalid goalbucks',
  description: 'Please enter a valid number of goalbucks.',
};

/** The toast that the specification asks for; none for what only the length forbids. */
export function toastFor({ name, goalbucks }: SuggestionValues): Toasted | undefined {
  if (name.trim() === '' || goalbucks.trim() === '') return MISSING;
  return isAmount(goalbucks) ? undefined : INVALID;
}
