import type {
  Activity,
  AssignedGoal,
  AssignmentListItem,
  ClassGoal,
  Classroom,
  CurrentSession,
  Goal,
  GoalListItem,
  LedgerEntry,
  OpenSession,
  Purchase,
  PurchaseListItem,
  Series,
  SessionUser,
  Savings,
  StoreItem,
  Student,
  StudentGroup,
  StudentStats,
  StudentStatsListItem,
  StudentUser,
  Submission,
  SubmissionListItem,
  Suggestion,
  SuggestionListItem,
  TeacherAccount,
} from '@/api/types';

import { builder } from './builder';

const createdAt = '2025-10-12T12:00:00Z';
const ids = { studentId: 's1', classroomId: 'c1' };
const names = { studentName: 'Amara Okafor', className: 'Math 101' };

export const buildTeacherUser = builder<Extract<SessionUser, { role: 'teacher' }>>({
  id: 't1',
  username: 'rivera@school.test',
  role: 'teacher',
  name: 'Elena Rivera',
  language: null,
  isSample: false,
  membership: null,
});

/** A substitute of the class c1, until midnight. */
export const buildSubstituteUser = () =>
  buildTeacherUser({
    id: 't9',
    username: '',
    name: 'Dana Cho',
    membership: { classroomId: 'c1', role: 'substitute', until: '2099-01-01T00:00:00Z' },
  });

export const buildStudentUser = builder<StudentUser>({
  id: 's1',
  username: 'amara.o',
  role: 'student',
  name: 'Amara Okafor',
  firstName: 'Amara',
  lastName: 'Okafor',
  classroomId: 'c1',
  language: null,
  isSample: false,
});

/** A teacher's session that has just begun. */
export const buildSession = builder<CurrentSession>({
  user: buildTeacherUser(),
  expiresIn: 43_200,
  idleTimeout: null,
});

/** A local account, without an identity provider. */
export const buildTeacherAccount = builder<TeacherAccount>({
  id: 't1',
  username: 'rivera@school.test',
  name: 'Elena Rivera',
  email: 'rivera@school.test',
  createdAt,
  hasPassword: true,
  usesIdentityProvider: false,
  recoveryCodeMadeAt: null,
});

/** The session of the test's own browser. */
export const buildOpenSession = builder<OpenSession>({
  id: 'x1',
  startedAt: '2025-10-13T12:00:00Z',
  device: 'Windows, Edge',
  current: true,
});

export const buildClassroom = builder<Classroom>({
  id: 'c1',
  teacherId: 't1',
  ownerName: 'Elena Rivera',
  name: 'Math 101',
  classCode: 'K7M4QX',
  gradeLevel: '5th Grade',
  createdAt,
  archivedAt: null,
  storeOpen: true,
});

export const buildStudent = builder<Student>({
  id: 's1',
  classroomId: 'c1',
  firstName: 'Amara',
  lastName: 'Okafor',
  username: 'amara.o',
  classCode: 'K7M4QX',
  createdAt,
  awaySince: null,
  language: null,
});

export const buildStudentStats = builder<StudentStats>({
  ...buildStudent(),
  goalsCompleted: 0,
  goalbucks: 0,
  lastGoalName: null,
  currentGoals: 0,
});

export const buildStudentStatsListItem = builder<StudentStatsListItem>({
  ...buildStudentStats(),
  className: names.className,
});

export const buildGoal = builder<Goal>({
  ...ids,
  id: 'g1',
  name: 'Read for 20 minutes',
  goalbucks: 25,
  dueDate: null,
  overdue: false,
  assignmentId: null,
  status: 'current',
  createdAt,
  completedAt: null,
  details: null,
  picture: null,
  offeredGoalbucks: null,
  seriesId: null,
  endedReason: null,
  endedAt: null,
});

const buildGoalListItem = builder<GoalListItem>({ ...buildGoal(), ...names });

export const buildAssignedGoal = builder<AssignedGoal>({
  ...buildGoalListItem(),
  changeable: true,
  submissionPending: false,
});

export const buildAssignmentListItem = builder<AssignmentListItem>({
  ...ids,
  id: 'g1',
  assignmentId: null,
  name: 'Read for 20 minutes',
  className: names.className,
  studentNames: [names.studentName],
  goalbucks: 25,
  offeredGoalbucks: null,
  dueDate: null,
  details: null,
  picture: null,
  overdue: false,
  completedAt: null,
  seriesId: null,
  total: 1,
  completed: 0,
});

/** A goal of every school day, for everybody. */
export const buildSeries = builder<Series>({
  id: 'r1',
  classroomId: 'c1',
  className: names.className,
  name: 'Read for 20 minutes',
  goalbucks: 5,
  details: null,
  picture: null,
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '2026-09-14',
  until: '2026-12-18',
  stoppedAt: null,
  studentIds: null,
  nextDay: '2026-09-15',
  given: 36,
  completed: 31,
});

export const buildSubmission = builder<Submission>({
  ...ids,
  id: 'p1',
  goalId: 'g1',
  imageUrl: null,
  imageRemovedAt: null,
  submissionText: 'Done',
  status: 'pending',
  comment: null,
  allowResubmission: false,
  createdAt,
  reviewedAt: null,
  reviewedBy: null,
});

export const buildSubmissionListItem = builder<SubmissionListItem>({
  ...buildSubmission(),
  ...names,
  goalName: 'Read for 20 minutes',
  goalDetails: null,
  goalbucks: 25,
  offeredGoalbucks: null,
  earlierTries: [],
});

export const buildSuggestion = builder<Suggestion>({
  ...ids,
  id: 'w1',
  suggestedName: 'Learn to juggle',
  suggestedGoalbucks: 25,
  description: null,
  status: 'pending',
  teacherId: null,
  createdAt,
  reviewedAt: null,
  approvedName: null,
  approvedGoalbucks: null,
});

export const buildSuggestionListItem = builder<SuggestionListItem>({ ...buildSuggestion(), ...names });

export const buildClassGoal = builder<ClassGoal>({
  id: 'cg1',
  name: 'Movie afternoon',
  goalbucks: 1000,
  given: 640,
  until: null,
  status: 'open',
  ownGift: null,
});

export const buildStoreItem = builder<StoreItem>({
  id: 'i1',
  classroomId: 'c1',
  name: 'Homework pass',
  description: null,
  goalbucksCost: 25,
  stock: null,
  picture: null,
  createdAt,
  perStudent: null,
  per: 'ever',
  limitReached: false,
  againOn: null,
});

/** What a student saves for. */
export const buildSavings = builder<Savings>({
  itemId: 'i1',
  itemName: 'Homework pass',
  goalbucksCost: 25,
  stock: null,
  picture: null,
});

export const buildGroup = builder<StudentGroup>({
  id: 'r1',
  classroomId: 'c1',
  name: 'Red readers',
  studentIds: [],
  createdAt,
});

export const buildPurchase = builder<Purchase>({
  ...ids,
  id: 'b1',
  itemId: 'i1',
  itemName: 'Homework pass',
  goalbucksCost: 25,
  status: 'pending',
  purchasedAt: createdAt,
  fulfilledAt: null,
  fulfilledBy: null,
  cancelledAt: null,
  cancelReason: null,
});

export const buildPurchaseListItem = builder<PurchaseListItem>({
  ...buildPurchase(),
  studentName: names.studentName,
});

export const buildLedgerEntry = builder<LedgerEntry>({
  id: 'e1',
  amount: 25,
  reason: 'award',
  description: 'Teamwork',
  createdAt,
  createdBy: 't1',
  balanceAfter: 100,
  assignmentId: null,
  reversedAt: null,
});

export const buildActivity = builder<Activity>({
  id: 'a1',
  kind: 'sign_in',
  createdAt,
  whoRole: 'teacher',
  whoName: 'Elena Rivera',
  studentName: null,
  classroomId: null,
  about: null,
  amount: null,
  address: '127.0.0.1',
  device: 'class computer',
  goalId: null,
  goalStudentId: null,
  count: 1,
});
