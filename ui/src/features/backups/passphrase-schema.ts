import * as z from 'zod/mini';

export const SHORTEST_PASSPHRASE = 8;
const LONGEST = 200;

/** A passphrase, twice: one that was mistyped would lock the backup for ever. */
export const passphraseSchema = z
  .object({
    passphrase: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { error: 'Passphrase is required.', abort: true }),
        z.minLength(SHORTEST_PASSPHRASE, `Passphrase needs at least ${SHORTEST_PASSPHRASE} characters.`),
        z.maxLength(LONGEST, `Passphrase can have at most ${LONGEST} characters.`),
      ),
    repeated: z.string().check(z.trim(), z.minLength(1, 'Type the passphrase once more.')),
  })
  .check(
    z.refine((typed) => typed.repeated === '' || typed.passphrase === typed.repeated, {
      path: ['repeated'],
      error: "This isn't the same as the passphrase.",
    }),
  );
