export const CREDENTIALS_REQUIRED = 'Username and password are required.';
export const CLASS_CODE_REQUIRED = 'Class code is required for students.';

/** Message for the first missing field, or null. */
export function missingCredential(values: {
  username: string;
  password: string;
  classCode?: string;
}): string | null {
  if (!values.username.trim() || !values.password) return CREDENTIALS_REQUIRED;
  if (values.classCode !== undefined && !values.classCode.trim()) return CLASS_CODE_REQUIRED;
  return null;
}
