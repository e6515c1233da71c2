import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

/** Limit of a term's name, as on the server. */
const MAX_NAME = 60;

export const newTermSchema = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1, { error: () => t`Name the term.`, abort: true }),
    // The server counts code points.
    z.refine((name) => Array.from(name).length <= MAX_NAME, {
      error: () => t`The name can have at most ${MAX_NAME} characters.`,
    }),
  ),
  goals: z.enum(['keep', 'end']),
  balances: z.enum(['keep', 'reset']),
});

export type NewTermValues = z.infer<typeof newTermSchema>;
