import type { QueryKey } from '@tanstack/react-query';

import {
  accountKeys,
  activityKeys,
  backupKeys,
  classroomKeys,
  goalbucksKeys,
  goalKeys,
  loginCardKeys,
  networkKeys,
  openSessionKeys,
  purchaseKeys,
  settingsKeys,
  signInKeys,
  storeKeys,
  studentKeys,
  submissionKeys,
  suggestionKeys,
  warningKeys,
} from './keys';

/** The class and the student that a change concerns; undefined if unknown, or if it concerns several. */
export type ChangeScope = { classroomId?: string | undefined; studentId?: string | undefined };

/** Keys of everything in a family that a change concerns: its teachers' lists, and those of its class and student. */
const within = (family: QueryKey, { classroomId, studentId }: ChangeScope): QueryKey[] => [
  [...family, 'teacher'],
  [...family, 'class', ...(classroomId === undefined ? [] : [classroomId])],
  [...family, 'student', ...(studentId === undefined ? [] : [studentId])],
];

/** Keys of the students' totals in their class and in all classes. */
const totals = ({ classroomId }: ChangeScope): QueryKey[] => [
  classroomId === undefined ? studentKeys.allOfClasses : studentKeys.stats(classroomId),
  studentKeys.allOfTeachers,
];

/** Query keys affected by each topic. Other features' rows also contain the names of students, classes and goals. */
const queryKeysByTopic = {
  classrooms: () => [
    classroomKeys.all,
    // A class may be deleted with its students.
    studentKeys.all,
    signInKeys.all,
    goalbucksKeys.all,
    goalKeys.allOfTeachers,
    submissionKeys.allOfTeachers,
    suggestionKeys.allOfTeachers,
    purchaseKeys.allOfTeachers,
  ],
  // A student may be renamed, moved or deleted.
  students: () => [
    studentKeys.all,
    signInKeys.all,
    goalbucksKeys.all,
    goalKeys.all,
    submissionKeys.all,
    suggestionKeys.all,
    purchaseKeys.all,
    loginCardKeys.all,
  ],
  // Submissions contain their goal's name and amount.
  goals: (scope) => [...within(goalKeys.all, scope), ...within(submissionKeys.all, scope), ...totals(scope)],
  goalbucks: (scope) => [...within(goalbucksKeys.all, scope), ...totals(scope)],
  submissions: (scope) => within(submissionKeys.all, scope),
  'goal-suggestions': (scope) => within(suggestionKeys.all, scope),
  store: (scope) => within(storeKeys.all, scope),
  purchases: (scope) => within(purchaseKeys.all, scope),
  'signed-in': ({ classroomId }) => [
    classroomId === undefined ? studentKeys.allOfClasses : studentKeys.signedIn(classroomId),
  ],
  'login-cards': (scope) => within(loginCardKeys.all, scope),
  network: () => [networkKeys.all],
  // Wrong passwords and pictures are in the log, and may have locked a student.
  activity: () => [activityKeys.all, signInKeys.all],
  warnings: () => [warningKeys.all],
  // No event reports these.
  'sign-in': (scope) => within(signInKeys.all, scope),
  account: () => [accountKeys.all],
  'open-sessions': () => [openSessionKeys.all],
  settings: () => [settingsKeys.all],
  backups: () => [backupKeys.all],
} satisfies Record<string, (scope: ChangeScope) => QueryKey[]>;

/** What can change: the names of the server's events, and what no event reports. */
export type Topic = keyof typeof queryKeysByTopic;

export type Change = ChangeScope & { topic: Topic };

/** Query keys that a change affects. */
export function queryKeysFor({ topic, ...scope }: Change): QueryKey[] {
  return queryKeysByTopic[topic](scope);
}
