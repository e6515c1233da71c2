import type { QueryKey } from '@tanstack/react-query';

import {
  classroomKeys,
  goalbucksKeys,
  goalKeys,
  loginCardKeys,
  progressKeys,
  purchaseKeys,
  savingsKeys,
  seriesKeys,
  signInKeys,
  studentKeys,
  submissionKeys,
  suggestionKeys,
} from './keys';
import type { ChangeScope, LiveTopic } from './live/live-topics';

/** What can change: the names of the server's events, and what no event reports. */
export type Topic =
  | LiveTopic
  | 'account'
  | 'backups'
  | 'database-recovery'
  | 'no-school-days'
  | 'open-sessions'
  | 'settings';

export type Change = ChangeScope & { topic: Topic };

/** Keys of everything in a family that a change concerns: its teachers' lists, and those of its class and student. */
function within(family: string, { classroomId, studentId }: ChangeScope): QueryKey[] {
  const of = (owner: string, id?: string) => (id === undefined ? [family, owner] : [family, owner, id]);
  if (classroomId === undefined && studentId === undefined) return [[family]];
  return [of('teacher'), of('class', classroomId), of('student', studentId)];
}

/** Keys of the students' totals in their class and in all classes, and of progress. */
const totals = (scope: ChangeScope): QueryKey[] => [
  scope.classroomId === undefined ? studentKeys.allOfClasses : studentKeys.stats(scope.classroomId),
  studentKeys.allOfTeachers,
  ...within('progress', scope),
];

/** Keys of everything that shows which classes there are. */
const ofClasses: readonly QueryKey[] = [
  classroomKeys.all,
  // A class may be deleted with its students.
  studentKeys.all,
  signInKeys.all,
  goalbucksKeys.all,
  goalKeys.allOfTeachers,
  seriesKeys.allOfTeachers,
  submissionKeys.allOfTeachers,
  suggestionKeys.allOfTeachers,
  purchaseKeys.allOfTeachers,
];

/**
 * Query keys affected by a topic, if they aren't just those of the family of this name. Other features' rows also contain
 * the names of students, classes and goals.
 */
const queryKeysByTopic: Partial<Record<Topic, (scope: ChangeScope) => QueryKey[]>> = {
  classrooms: () => [...ofClasses],
  // Also for the teacher who joined or left: the class is in all lists, or in none any more.
  members: (scope) => [...within('members', scope), ...ofClasses],
  // A student may be renamed, moved or deleted.
  students: () => [
    studentKeys.all,
    signInKeys.all,
    goalbucksKeys.all,
    progressKeys.all,
    goalKeys.all,
    seriesKeys.allOfTeachers,
    submissionKeys.all,
    suggestionKeys.all,
    purchaseKeys.all,
    loginCardKeys.all,
    savingsKeys.all,
    // Not in keys.ts, which students load.
    ['groups'],
    ['class-goal'],
  ],
  // Submissions contain their goal's name and amount, series the number of completed goals.
  goals: (scope) => [
    ...within('goals', scope),
    ...within('submissions', scope),
    ...totals(scope),
    seriesKeys.allOfTeachers,
  ],
  // Progress and reports name the series.
  'goal-series': (scope) => [...within('goal-series', scope), ...within('progress', scope)],
  submissions: (scope) => [...within('submissions', scope), ...within('progress', scope)],
  goalbucks: (scope) => [...within('goalbucks', scope), ...totals(scope)],
  // What a student saves for is an item.
  store: (scope) => [...within('store', scope), ...within('savings', scope)],
  // A purchase may reach the limit of an item, and end saving; a cancelled one doesn't count.
  purchases: (scope) => [
    ...within('purchases', scope),
    ...within('store', scope),
    ...within('savings', scope),
  ],
  terms: (scope) => [...within('terms', scope), ...within('progress', scope)],
  'signed-in': ({ classroomId }) => [
    classroomId === undefined ? studentKeys.allOfClasses : studentKeys.signedIn(classroomId),
  ],
};

/** Query keys that a change affects. */
export function queryKeysFor({ topic, ...scope }: Change): QueryKey[] {
  return queryKeysByTopic[topic]?.(scope) ?? within(topic, scope);
}
