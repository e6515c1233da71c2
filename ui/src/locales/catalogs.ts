/**
 * Message catalogs in loading order: a page needs its own and those before it, without `read-aloud`, whose messages no
 * other one needs. ui/message-catalogs.ts says what each holds.
 */
export const CATALOGS = [
  'common',
  'server',
  'student',
  'read-aloud',
  'student-store',
  'student-work',
  'student-sign-in',
  'pictures',
  'teacher-sign-in',
  'server-teacher',
  'teacher',
] as const;
export type Catalog = (typeof CATALOGS)[number];
