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

/** Those that the languages of `studentPages` in languages.json don't have. */
export const TEACHER_CATALOGS: readonly Catalog[] = ['teacher-sign-in', 'server-teacher', 'teacher'];
