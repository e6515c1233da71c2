/** Query keys of all features, which don't import each other. Invalidating a prefix invalidates all longer keys. */

const classrooms = ['classrooms'] as const;
const classroomLists = [...classrooms, 'list'] as const;
export const classroomKeys = {
  all: classrooms,
  lists: classroomLists,
  list: (teacherId: string) => [...classroomLists, teacherId] as const,
  detail: (classroomId: string) => [...classrooms, 'single', classroomId] as const,
};

const students = ['students'] as const;
const studentStats = [...students, 'stats'] as const;
const teacherStudents = [...students, 'teacher'] as const;
const locked = [...students, 'locked'] as const;
const pictures = [...students, 'pictures'] as const;
export const studentKeys = {
  all: students,
  allStats: studentStats,
  stats: (classroomId: string) => [...studentStats, classroomId] as const,
  signedIn: (classroomId: string) => [...students, 'signed-in', classroomId] as const,
  allLocked: locked,
  /** Students of a class whose sign-in is locked. */
  locked: (classroomId: string) => [...locked, classroomId] as const,
  detail: (studentId: string) => [...students, 'single', studentId] as const,
  balance: (studentId: string) => [...students, 'balance', studentId] as const,
  ledger: (studentId: string) => [...students, 'ledger', studentId] as const,
  /** Not below the ledger key: purchases wait for the ledger's refetch only. */
  recentEntries: (studentId: string) => [...students, 'recent-entries', studentId] as const,
  /** Number of students with an award. */
  awardHolders: (assignmentId: string) => [...students, 'award', assignmentId] as const,
  allPictures: pictures,
  /** The sign-in pictures of a class. */
  pictures: (classroomId: string) => [...pictures, classroomId] as const,
  allOfTeachers: teacherStudents,
  ofTeacher: (teacherId: string) => [...teacherStudents, teacherId] as const,
};

const loginCards = ['login-cards'] as const;
export const loginCardKeys = {
  all: loginCards,
  ofClass: (classroomId: string) => [...loginCards, classroomId] as const,
};

/** No live event reports changes; the code of the card is in the key. */
export const cardKeys = { holder: (code: string) => ['card', code] as const };

const goals = ['goals'] as const;
export const goalKeys = {
  all: goals,
  ofTeacher: (teacherId: string) => [...goals, 'teacher', teacherId] as const,
  current: (studentId: string) => [...goals, 'current', studentId] as const,
  completed: (studentId: string) => [...goals, 'completed', studentId] as const,
};

const submissions = ['submissions'] as const;
const teacherSubmissions = [...submissions, 'teacher'] as const;
export const submissionKeys = {
  all: submissions,
  /** All lists for teachers, which contain names of students, classes and goals. */
  allOfTeachers: teacherSubmissions,
  pending: (teacherId: string) => [...teacherSubmissions, teacherId, 'pending'] as const,
  lastReviewed: (teacherId: string, status: 'approved' | 'denied') =>
    [...teacherSubmissions, teacherId, status] as const,
  open: (studentId: string) => [...submissions, 'student', studentId, 'open'] as const,
  approved: (studentId: string) => [...submissions, 'student', studentId, 'approved'] as const,
};

const suggestions = ['goal-suggestions'] as const;
export const suggestionKeys = {
  all: suggestions,
  pending: (teacherId: string) => [...suggestions, 'teacher', teacherId, 'pending'] as const,
  ofStudent: (studentId: string) => [...suggestions, 'student', studentId] as const,
};

const store = ['store'] as const;
export const storeKeys = {
  all: store,
  items: (classroomId: string) => [...store, classroomId] as const,
};

const purchases = ['purchases'] as const;
export const purchaseKeys = {
  all: purchases,
  pendingOfTeacher: (teacherId: string) => [...purchases, 'teacher', teacherId, 'pending'] as const,
  pending: (classroomId: string) => [...purchases, 'classroom', classroomId, 'pending'] as const,
  fulfilled: (classroomId: string) => [...purchases, 'classroom', classroomId, 'fulfilled'] as const,
  ofStudent: (studentId: string) => [...purchases, 'student', studentId] as const,
};

const network = ['network'] as const;
export const networkKeys = {
  all: network,
  /** Students of a class who have a page open. */
  here: (classroomId: string) => [...network, 'here', classroomId] as const,
  /** Network addresses of the class computer. */
  endpoint: [...network, 'endpoint'] as const,
  /** This server and the nearby ones. */
  nearbyServers: [...network, 'nearby-servers'] as const,
};

const activity = ['activity'] as const;
export const activityKeys = {
  all: activity,
  filtered: (filter: string) => [...activity, filter] as const,
};

/** A teacher's own account. No live event reports changes; refetched on mount. */
export const teacherKeys = { detail: (teacherId: string) => ['teachers', teacherId] as const };

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
