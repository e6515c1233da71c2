import * as z from 'zod/mini';

import { newPassword } from '@/shared/account-schemas';

/** The present password, and twice the new one. */
export const passwordSchema = (shortest: number) =>
  z
    .object({
      currentPassword: z.string().check(z.minLength(1, 'Current password is required.')),
      newPassword: newPassword(shortest),
      repeated: z.string().check(z.minLength(1, 'Type the new password once more.')),
    })
    .check(
      z.refine((typed) => typed.repeated === '' || typed.newPassword === typed.repeated, {
        path: ['repeated'],
        error: "This isn't the same as the new password.",
      }),
    );

export type PasswordValues = z.infer<ReturnType<typeof passwordSchema>>;

/** An account's first one. */
export const firstPasswordSchema = (shortest: number) => z.object({ newPassword: newPassword(shortest) });

export type FirstPasswordValues = z.infer<ReturnType<typeof firstPasswordSchema>>;
