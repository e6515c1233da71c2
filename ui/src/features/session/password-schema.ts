import * as z from 'zod/mini';

const MAX_PASSWORD = 128;

export const newPassword = (shortest: number) =>
  z
    .string()
    .check(
      z.minLength(1, { error: 'New password is required.', abort: true }),
      z.minLength(shortest, `New password needs at least ${shortest} characters.`),
      z.maxLength(MAX_PASSWORD, `New password can have at most ${MAX_PASSWORD} characters.`),
    );

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
