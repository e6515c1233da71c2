import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

/** A teacher's full name. */
export const fullName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: () => t`Full name is required.`, abort: true }),
    z.minLength(2, { error: () => t`Full name needs at least 2 characters.` }),
    z.maxLength(200, { error: () => t`Full name can have at most 200 characters.` }),
  );

const MAX_PASSWORD = 128;

/** A new password of at least `minLength` characters. */
export const newPassword = (minLength: number) =>
  z.string().check(
    z.minLength(1, { error: () => t`New password is required.`, abort: true }),
    z.minLength(minLength, { error: () => t`New password needs at least ${minLength} characters.` }),
    z.maxLength(MAX_PASSWORD, {
      error: () => t`New password can have at most ${MAX_PASSWORD} characters.`,
    }),
  );
