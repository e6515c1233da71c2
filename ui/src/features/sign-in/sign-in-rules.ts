import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What is missing: one of the credentials, or the class code. */
export type MissingCredential = 'credentials' | 'classCode';

export const missingCredentialMessages: Record<MissingCredential, MessageDescriptor> = {
  credentials: msg`Username and password are required.`,
  classCode: msg`Class code is required for students.`,
};

/** The first missing credential, or null. */
export function missingCredential(values: {
  username: string;
  password: string;
  classCode?: string;
}): MissingCredential | null {
  if (!values.username.trim() || !values.password) return 'credentials';
  if (values.classCode !== undefined && !values.classCode.trim()) return 'classCode';
  return null;
}
