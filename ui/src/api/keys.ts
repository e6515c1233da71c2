/**
 * Query keys of all features, which don't import each other: `[family, 'teacher' | 'class' | 'student', id, list]`.
 * Invalidating a prefix invalidates all longer keys, so that a list under an id is refetched with the others
 * (`changes.ts`).
 */

const ofTeachers = <Family extends string>(family: Family) => [family, 'teacher'] as const;
const ofTeacher = <Family extends string>(family: Family, teacherId: string) =>
  [...ofTeachers(family), teacherId] as const;
const ofClass = <Family extends string>(family: Family, classroomId: string) =>
  [family, 'class', classroomId] as const;
const ofStudent = <Family extends string>(family: Family, studentId: string) =>
  [family, 'student', studentId] as const;

export const classroomKeys = {
  all: ['classrooms'] as const,
  lists: ofTeachers('classrooms'),
  list: (teacherId: string) => ofTeacher('classrooms', teacherId),
  detail: (classroomId: string) => ofClass('classrooms', classroomId),
};

export const studentKeys = {
  all: ['students'] as const,
  stats: (classroomId: string) => [...ofClass('students', classroomId), 'stats'] as const,
  /** Signed-in students of a class. */
  signedIn: (classroomId: string) => [...ofClass('students', classroomId), 'signed-in'] as const,
  detail: (studentId: string) => ofStudent('students', studentId),
  allOfClasses: ['students', 'class'] as const,
  allOfTeachers: ofTeachers('students'),
  ofTeacher: (teacherId: string) => ofTeacher('students', teacherId),
};

/** What decides whether the students of a class can sign in. */
export const signInKeys = {
  all: ['sign-in'] as const,
  /** Students of a class whose sign-in is locked. */
  locked: (classroomId: string) => [...ofClass('sign-in', classroomId), 'locked'] as const,
  /** The sign-in pictures of a class. */
  pictures: (classroomId: string) => [...ofClass('sign-in', classroomId), 'pictures'] as const,
};

export const goalbucksKeys = {
  all: ['goalbucks'] as const,
  balance: (studentId: string) => [...ofStudent('goalbucks', studentId), 'balance'] as const,
  ledger: (studentId: string) => [...ofStudent('goalbucks', studentId), 'ledger'] as const,
  recentEntries: (studentId: string) => [...ofStudent('goalbucks', studentId), 'recent-entries'] as const,
  /** Number of students with an award. */
  awardHolders: (assignmentId: string) => ['goalbucks', 'award', assignmentId] as const,
};

export const loginCardKeys = {
  all: ['login-cards'] as const,
  ofClass: (classroomId: string) => ofClass('login-cards', classroomId),
};

/** No live event reports changes; the code of the card is in the key. */
export const cardKeys = { holder: (code: string) => ['card', code] as const };

export const goalKeys = {
  all: ['goals'] as const,
  allOfTeachers: ofTeachers('goals'),
  ofTeacher: (teacherId: string) => ofTeacher('goals', teacherId),
  current: (studentId: string) => [...ofStudent('goals', studentId), 'current'] as const,
  completed: (studentId: string) => [...ofStudent('goals', studentId), 'completed'] as const,
  ended: (studentId: string) => [...ofStudent('goals', studentId), 'ended'] as const,
};

/** Goals that repeat on weekdays. */
export const seriesKeys = {
  all: ['goal-series'] as const,
  allOfTeachers: ofTeachers('goal-series'),
  ofTeacher: (teacherId: string) => ofTeacher('goal-series', teacherId),
};

/** A teacher's days without school. No live event reports changes; refetched on mount. */
export const noSchoolKeys = {
  ofTeacher: (teacherId: string) => ofTeacher('no-school-days', teacherId),
};

/** Sums by week, and what is to be done now. */
export const progressKeys = {
  all: ['progress'] as const,
  ofClass: (classroomId: string, time: string) => [...ofClass('progress', classroomId), time] as const,
  reports: (classroomId: string, time: string) =>
    [...ofClass('progress', classroomId), 'reports', time] as const,
  ofStudent: (studentId: string) => ofStudent('progress', studentId),
};

export const submissionKeys = {
  all: ['submissions'] as const,
  /** All lists for teachers, which contain names of students, classes and goals. */
  allOfTeachers: ofTeachers('submissions'),
  pending: (teacherId: string) => [...ofTeacher('submissions', teacherId), 'pending'] as const,
  lastReviewed: (teacherId: string, status: 'approved' | 'denied') =>
    [...ofTeacher('submissions', teacherId), status] as const,
  open: (studentId: string) => [...ofStudent('submissions', studentId), 'open'] as const,
  approved: (studentId: string) => [...ofStudent('submissions', studentId), 'approved'] as const,
  denied: (studentId: string) => [...ofStudent('submissions', studentId), 'denied'] as const,
  portfolio: (studentId: string) => [...ofStudent('submissions', studentId), 'portfolio'] as const,
  record: (studentId: string, goalId: string) =>
    [...ofStudent('submissions', studentId), 'record', goalId] as const,
};

export const suggestionKeys = {
  all: ['goal-suggestions'] as const,
  allOfTeachers: ofTeachers('goal-suggestions'),
  pending: (teacherId: string) => [...ofTeacher('goal-suggestions', teacherId), 'pending'] as const,
  ofStudent: (studentId: string) => ofStudent('goal-suggestions', studentId),
};

export const storeKeys = {
  all: ['store'] as const,
  items: (classroomId: string) => ofClass('store', classroomId),
  /** Whether the store is open, for students. */
  isOpen: (classroomId: string) => [...ofClass('store', classroomId), 'open'] as const,
};

/** The item that a student saves for. */
export const savingsKeys = {
  all: ['savings'] as const,
  ofStudent: (studentId: string) => ofStudent('savings', studentId),
};

export const purchaseKeys = {
  all: ['purchases'] as const,
  allOfTeachers: ofTeachers('purchases'),
  pendingOfTeacher: (teacherId: string) => [...ofTeacher('purchases', teacherId), 'pending'] as const,
  pending: (classroomId: string) => [...ofClass('purchases', classroomId), 'pending'] as const,
  fulfilled: (classroomId: string) => [...ofClass('purchases', classroomId), 'fulfilled'] as const,
  ofStudent: (studentId: string) => ofStudent('purchases', studentId),
};

export const networkKeys = {
  all: ['network'] as const,
  /** Students of a class who have a page open. */
  here: (classroomId: string) => ofClass('network', classroomId),
  /** Network addresses of the class computer. */
  endpoint: ['network', 'endpoint'] as const,
  /** This server and the nearby ones. */
  nearbyServers: ['network', 'nearby-servers'] as const,
};

export const activityKeys = {
  all: ['activity'] as const,
  filtered: (filter: string) => ['activity', filter] as const,
};

/** A teacher's own account. No live event reports changes; refetched on mount. */
export const accountKeys = {
  detail: (teacherId: string) => ofTeacher('account', teacherId),
};

/** A teacher's own sessions. No live event reports changes; refetched on mount. */
export const openSessionKeys = { all: ['open-sessions'] as const };

/** No live event reports changes; refetched on mount. */
export const settingsKeys = {
  all: ['settings'] as const,
  /** Number of photos that a retention would delete. */
  duePhotos: ['due-photos'] as const,
};

/** No live event reports changes; polled. */
export const databaseRecoveryKeys = { all: ['database-recovery'] as const };

export const warningKeys = { all: ['warnings'] as const };

/** No live event reports changes; refetched on mount. */
export const backupKeys = { all: ['backups'] as const };
