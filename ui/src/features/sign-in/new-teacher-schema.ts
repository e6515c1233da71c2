import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { fullName } from '@/shared/account-schemas';

export const newTeacherSchema = z.object({
  name: fullName,
  email: z.string().check(
    z.trim(),
    z.minLength(1, { error: () => t`Email is required.`, abort: true }),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
      error: () => t`Write the whole address, like name@school.org.`,
    }),
  ),
  password: z
    .string()
    .check(
      z.minLength(1, { error: () => t`Password is required.`, abort: true }),
      z.minLength(6, { error: () => t`Password needs at least 6 characters.` }),
      z.maxLength(128, { error: () => t`Password can have at most 128 characters.` }),
    ),
  inviteCode: z.string().check(z.trim()),
});

const required = z.refine<string>((code) => code.trim() !== '', { error: () => t`Invite code is required.` });

/** On a school server an account requires an invite code. */
export const invitedTeacherSchema = z.extend(newTeacherSchema, {
  inviteCode: z.string().check(z.trim(), required),
});

/** Schema of the invite code alone, for a teacher identified by the identity provider. */
export const inviteCodeSchema = z.object({ inviteCode: z.string().check(required) });
