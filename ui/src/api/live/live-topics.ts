import type { QueryKey } from '@tanstack/react-query';

import {
  activityKeys,
  classroomKeys,
  goalKeys,
  networkKeys,
  purchaseKeys,
  storeKeys,
  studentKeys,
  submissionKeys,
  suggestionKeys,
  warningKeys,
} from '@/api/keys';
import { isRecord } from '@/lib/is-record';

/** What the server names when something in a class has changed; each is the name of an event. */
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
] as const;
type ClassTopic = (typeof CLASS_TOPICS)[number];
/** To teachers, of no class: the class computer is reached otherwise, or by others; something was noted, or is wrong. */
const TEACHER_TOPICS = ['network', 'activity', 'warnings'] as const;
type TeacherTopic = (typeof TEACHER_TOPICS)[number];
type Topic = ClassTopic | TeacherTopic;

const isTeacherTopic = (name: string): name is TeacherTopic => TEACHER_TOPICS.some((topic) => topic === name);

export function isTopic(name: string): name is Topic {
  return isTeacherTopic(name) || CLASS_TOPICS.some((topic) => topic === name);
}

export type ClassChange = {
  topic: ClassTopic;
  classroomId: string;
  /** Missing: the whole class. */
  studentId?: string | undefined;
};
export type Change = ClassChange | { topic: TeacherTopic };

type Place = Omit<ClassChange, 'topic'> & { userId: string };

/** Rows of a class's students with their totals, of one class and of all. */
const stats = ({ classroomId, userId }: Place) => [
  studentKeys.stats(classroomId),
  studentKeys.ofTeacher(userId),
];

/** The keys under which each change may be seen. A row shows more than its own: names, classes, goals. */
const keysOf: Record<ClassTopic, (place: Place) => QueryKey[]> = {
  classrooms: ({ userId }) => [
    classroomKeys.all,
    // A class may be gone with everybody in it.
    studentKeys.all,
    goalKeys.ofTeacher(userId),
    submissionKeys.ofTeachers,
    suggestionKeys.pending(userId),
    purchaseKeys.pendingOfTeacher(userId),
  ],
  // Renamed, moved to another class or gone: whatever is theirs may read differently.
  students: () => [studentKeys.all, goalKeys.all, submissionKeys.all, suggestionKeys.all, purchaseKeys.all],
  goals: (place) => [
    ...(place.studentId === undefined
      ? [goalKeys.all]
      : [
          goalKeys.current(place.studentId),
          goalKeys.completed(place.studentId),
          goalKeys.ofTeacher(place.userId),
        ]),
    ...stats(place),
    // A submission's row says what its goal is called and worth, and goes with it.
    submissionKeys.all,
  ],
  goalbucks: (place) => [
    ...(place.studentId === undefined
      ? [studentKeys.all]
      : [
          studentKeys.balance(place.studentId),
          studentKeys.ledger(place.studentId),
          studentKeys.recentEntries(place.studentId),
        ]),
    ...stats(place),
  ],
  submissions: ({ studentId }) =>
    studentId === undefined
      ? [submissionKeys.all]
      : [submissionKeys.ofTeachers, submissionKeys.open(studentId), submissionKeys.approved(studentId)],
  'goal-suggestions': () => [suggestionKeys.all],
  store: ({ classroomId }) => [storeKeys.items(classroomId)],
  purchases: () => [purchaseKeys.all],
  'signed-in': ({ classroomId }) => [studentKeys.signedIn(classroomId)],
};

const ofTeacher: Record<TeacherTopic, QueryKey> = {
  network: networkKeys.all,
  activity: activityKeys.all,
  warnings: warningKeys.all,
};

/** The keys of everything that may show a change to this user. */
export function keysOfChange(change: Change, userId: string): QueryKey[] {
  if (!('classroomId' in change)) return [ofTeacher[change.topic]];
  const { topic, ...place } = change;
  return keysOf[topic]({ ...place, userId });
}

/** The change that an event tells of; null when it can't be read. */
export function readChange(topic: Topic, json: string): Change | null {
  if (isTeacherTopic(topic)) return { topic };
  try {
    const told: unknown = JSON.parse(json);
    if (!isRecord(told)) return null;
    const { classroomId, studentId } = told;
    if (typeof classroomId !== 'string') return null;
    return { topic, classroomId, ...(typeof studentId === 'string' && { studentId }) };
  } catch {
    return null;
  }
}
