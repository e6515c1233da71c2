/**
 * The keys of everything that is asked for, in one place: what a domain changes another may show, and features don't
 * import each other. A key begins with those that cover it.
 */

const classrooms = ['classrooms'] as const;
const classroomLists = [...classrooms, 'list'] as const;
export const classroomKeys = {
  all: classrooms,
  lists: classroomLists,
  list: (teacherId: string) => [...classroomLists, teacherId] as const,
  single: (classroomId: string) => [...classrooms, 'single', classroomId] as const,
};

const students = ['students'] as const;
const studentStats = [...students, 'stats'] as const;
const teachersStudents = [...students, 'teacher'] as const;
export const studentKeys = {
  all: students,
  allStats: studentStats,
  stats: (classroomId: string) => [...studentStats, classroomId] as const,
  /** Who of a class is signed in. */
  signedIn: (classroomId: string) => [...students, 'signed-in', classroomId] as const,
  single: (studentId: string) => [...students, 'single', studentId] as const,
  balance: (studentId: string) => [...students, 'balance', studentId] as const,
  ledger: (studentId: string) => [...students, 'ledger', studentId] as const,
  /** Apart from the ledger's key: a purchase waits for the ledger to be read again, not for this. */
  recentEntries: (studentId: string) => [...students, 'recent-entries', studentId] as const,
  /** How many have an award. */
  awardHolders: (assignmentId: string) => [...students, 'award', assignmentId] as const,
  ofTeachers: teachersStudents,
  ofTeacher: (teacherId: string) => [...teachersStudents, teacherId] as const,
};

const goals = ['goals'] as const;
export const goalKeys = {
  all: goals,
  ofTeacher: (teacherId: string) => [...goals, 'teacher', teacherId] as const,
  current: (studentId: string) => [...goals, 'current', studentId] as const,
  completed: (studentId: string) => [...goals, 'completed', studentId] as const,
};

const submissions = ['submissions'] as const;
const teachersSubmissions = [...submissions, 'teacher'] as const;
export const submissionKeys = {
  all: submissions,
  /** Whatever lists rows for a teacher: they carry names of students, classes and goals. */
  ofTeachers: teachersSubmissions,
  pending: (teacherId: string) => [...teachersSubmissions, teacherId, 'pending'] as const,
  lastReviewed: (teacherId: string, status: 'approved' | 'denied') =>
    [...teachersSubmissions, teacherId, status] as const,
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
  /** How the class's devices reach the class computer. */
  reach: [...network, 'reach'] as const,
  /** Whose class computers there are. */
  doors: [...network, 'doors'] as const,
};

const activity = ['activity'] as const;
export const activityKeys = {
  all: activity,
  filtered: (filter: string) => [...activity, filter] as const,
};

/** A teacher's own account, of which no event tells: it is asked for whenever it comes on the screen. */
export const teacherKeys = { single: (teacherId: string) => ['teachers', teacherId] as const };

/** No event tells of them: they are asked for whenever they come on the screen. */
export const settingsKeys = {
  all: ['settings'] as const,
  /** How many photos would go if they were kept for so many days. */
  duePhotos: ['due-photos'] as const,
};

/** Of the rescue's own calls, which no event tells of. */
export const rescueKeys = { all: ['rescue'] as const };

export const warningKeys = { all: ['warnings'] as const };

/** Likewise. */
export const backupKeys = { all: ['backups'] as const };
