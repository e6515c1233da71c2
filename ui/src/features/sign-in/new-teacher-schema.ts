import * as z from 'zod/mini';

import { fullName } from '@/shared/account-schemas';

export const newTeacherSchema = z.object({
  name: fullName,
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Email is required.', abort: true }),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Write the whole address, like name@school.org.'),
    ),
  password: z
    .string()
    .check(
      z.minLength(1, { error: 'Password is required.', abort: true }),
      z.minLength(6, 'Password needs at least 6 characters.'),
      z.maxLength(128, 'Password can have at most 128 characters.'),
    ),
  inviteCode: z.string().check(z.trim()),
});

const required = z.refine<string>((code) => code.trim() !== '', 'Invite code is required.');

/** On a school server an account requires an invite code. */
export const invitedTeacherSchema = z.extend(newTeacherSchema, {
  inviteCode: z.string().check(z.trim(), required),
});

/** Schema of the invite code alone, for a teacher identified by the identity provider. */
export const inviteCodeSchema = z.object({ inviteCode: z.string().check(required) });
