import type { QueryKey } from '@tanstack/react-query';

import {
  activityKeys,
  classroomKeys,
  goalKeys,
  loginCardKeys,
  networkKeys,
  purchaseKeys,
  storeKeys,
  studentKeys,
  submissionKeys,
  suggestionKeys,
  warningKeys,
} from '@/api/keys';
import { isRecord } from '@/lib/is-record';

/** Topics of a class; the names of the server's events. */
const CLASS_TOPICS = [
  'classrooms',
  'students',
  'goals',
  'goalbucks',
  'submissions',
  'goal-suggestions',
  'store',
  'purchases',
  'signed-in',
  'login-cards',
] as const;
type ClassTopic = (typeof CLASS_TOPICS)[number];
/** Topics for teachers that belong to no class: the network, the activity log, the warnings. */
const TEACHER_TOPICS = ['network', 'activity', 'warnings'] as const;
type TeacherTopic = (typeof TEACHER_TOPICS)[number];
type Topic = ClassTopic | TeacherTopic;

const isTeacherTopic = (name: string): name is TeacherTopic => TEACHER_TOPICS.some((topic) => topic === name);

export function isTopic(name: string): name is Topic {
  return isTeacherTopic(name) || CLASS_TOPICS.some((topic) => topic === name);
}

export type ClassLiveChange = {
  topic: ClassTopic;
  classroomId: string;
  /** Undefined if the change concerns the whole class. */
  studentId?: string | undefined;
};
export type LiveChange = ClassLiveChange | { topic: TeacherTopic };

type Scope = Omit<ClassLiveChange, 'topic'> & { userId: string };

/** Keys of the student statistics of a class and of all classes. */
const statsKeys = ({ classroomId, userId }: Scope) => [
  studentKeys.stats(classroomId),
  studentKeys.ofTeacher(userId),
];

/** Query keys affected by each topic. Other features' rows also contain the names of students, classes and goals. */
const queryKeysByTopic: Record<ClassTopic, (scope: Scope) => QueryKey[]> = {
  classrooms: ({ userId }) => [
    classroomKeys.all,
    // A class may be deleted with its students.
    studentKeys.all,
    goalKeys.ofTeacher(userId),
    submissionKeys.allOfTeachers,
    suggestionKeys.pending(userId),
    purchaseKeys.pendingOfTeacher(userId),
  ],
  // A student may be renamed, moved or deleted.
  students: () => [
    studentKeys.all,
    goalKeys.all,
    submissionKeys.all,
    suggestionKeys.all,
    purchaseKeys.all,
    loginCardKeys.all,
  ],
  goals: (scope) => [
    ...(scope.studentId === undefined
      ? [goalKeys.all]
      : [
          goalKeys.current(scope.studentId),
          goalKeys.completed(scope.studentId),
          goalKeys.ofTeacher(scope.userId),
        ]),
    ...statsKeys(scope),
    // Submissions contain their goal's name and amount.
    submissionKeys.all,
  ],
  goalbucks: (scope) => [
    ...(scope.studentId === undefined
      ? [studentKeys.all]
      : [
          studentKeys.balance(scope.studentId),
          studentKeys.ledger(scope.studentId),
          studentKeys.recentEntries(scope.studentId),
        ]),
    ...statsKeys(scope),
  ],
  submissions: ({ studentId }) =>
    studentId === undefined
      ? [submissionKeys.all]
      : [submissionKeys.allOfTeachers, submissionKeys.open(studentId), submissionKeys.approved(studentId)],
  'goal-suggestions': () => [suggestionKeys.all],
  store: ({ classroomId }) => [storeKeys.items(classroomId)],
  purchases: () => [purchaseKeys.all],
  'signed-in': ({ classroomId }) => [studentKeys.signedIn(classroomId)],
  'login-cards': ({ classroomId }) => [loginCardKeys.ofClass(classroomId)],
};

const teacherKeysByTopic: Record<TeacherTopic, QueryKey[]> = {
  network: [networkKeys.all],
  // Wrong passwords and pictures are in the log, and may have locked a student.
  activity: [activityKeys.all, studentKeys.allLocked, studentKeys.allPictures],
  warnings: [warningKeys.all],
};

/** Query keys that a change affects for this user. */
export function queryKeysFor(change: LiveChange, userId: string): QueryKey[] {
  if (!('classroomId' in change)) return teacherKeysByTopic[change.topic];
  const { topic, ...scope } = change;
  return queryKeysByTopic[topic]({ ...scope, userId });
}

/** Parses an event; null if invalid. */
export function parseChange(topic: Topic, json: string): LiveChange | null {
  if (isTeacherTopic(topic)) return { topic };
  try {
    const parsed: unknown = JSON.parse(json);
    if (!isRecord(parsed)) return null;
    const { classroomId, studentId } = parsed;
    if (typeof classroomId !== 'string') return null;
    return { topic, classroomId, ...(typeof studentId === 'string' && { studentId }) };
  } catch {
    return null;
  }
}
