import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { newPassword } from '@/shared/account-schemas';

/** Schema of the current password and the new password, entered twice. */
export const passwordSchema = (minLength: number) =>
  z
    .object({
      currentPassword: z.string().check(z.minLength(1, { error: () => t`Type your current password.` })),
      newPassword: newPassword(minLength),
      repeated: z.string().check(z.minLength(1, { error: () => t`Type the new password once more.` })),
    })
    .check(
      z.refine((typed) => typed.repeated === '' || typed.newPassword === typed.repeated, {
        path: ['repeated'],
        error: () => t`This isn't the same as the new password.`,
      }),
    );

export type PasswordValues = z.infer<ReturnType<typeof passwordSchema>>;

export const firstPasswordSchema = (minLength: number) => z.object({ newPassword: newPassword(minLength) });

export type FirstPasswordValues = z.infer<ReturnType<typeof firstPasswordSchema>>;
