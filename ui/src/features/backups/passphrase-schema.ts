import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

export const MIN_PASSPHRASE_LENGTH = 8;
const MAX_PASSPHRASE_LENGTH = 200;

/** Schema of a passphrase, entered twice: a typo would make the backup unreadable. */
export const passphraseSchema = z
  .object({
    passphrase: z.string().check(
      z.trim(),
      z.minLength(1, { error: () => t`Passphrase is required.`, abort: true }),
      z.minLength(MIN_PASSPHRASE_LENGTH, {
        error: () => t`Passphrase needs at least ${MIN_PASSPHRASE_LENGTH} characters.`,
      }),
      z.maxLength(MAX_PASSPHRASE_LENGTH, {
        error: () => t`Passphrase can have at most ${MAX_PASSPHRASE_LENGTH} characters.`,
      }),
    ),
    repeated: z.string().check(z.trim(), z.minLength(1, { error: () => t`Type the passphrase once more.` })),
  })
  .check(
    z.refine((typed) => typed.repeated === '' || typed.passphrase === typed.repeated, {
      path: ['repeated'],
      error: () => t`This isn't the same as the passphrase.`,
    }),
  );
