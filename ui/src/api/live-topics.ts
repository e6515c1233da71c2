import type { QueryKey } from '@tanstack/react-query';

import {
  classroomKeys,
  goalKeys,
  purchaseKeys,
  storeKeys,
  studentKeys,
  submissionKeys,
  suggestionKeys,
} from './keys';

/** What the server names when something has changed; each is the name of an event. */
const TOPICS = [
  'classrooms',
  'students',
  'goals',
  'goalbucks',
  'submissions',
  'goal-suggestions',
  'store',
  'purchases',
] as const;
export type Topic = (typeof TOPICS)[number];

export function isTopic(name: string): name is Topic {
  return TOPICS.some((topic) => topic === name);
}

export type Change = {
  topic: Topic;
  classroomId: string;
  /** Missing: the whole class. */
  studentId?: string | undefined;
};

type Place = Omit<Change, 'topic'> & { userId: string };

/** Rows of a class's students with their totals, of one class and of all. */
const stats = ({ classroomId, userId }: Place) => [
  studentKeys.stats(classroomId),
  studentKeys.ofTeacher(userId),
];

/** The keys under which each change may be seen. A row shows more than its own: names, classes, goals. */
const keysOf: Record<Topic, (place: Place) => QueryKey[]> = {
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
      : [studentKeys.balance(place.studentId), studentKeys.ledger(place.studentId)]),
    ...stats(place),
  ],
  submissions: ({ studentId }) =>
    studentId === undefined
      ? [submissionKeys.all]
      : [submissionKeys.ofTeachers, submissionKeys.open(studentId), submissionKeys.approved(studentId)],
  'goal-suggestions': () => [suggestionKeys.all],
  store: ({ classroomId }) => [storeKeys.items(classroomId)],
  purchases: () => [purchaseKeys.all],
};

/** The keys of everything that may show a change to this user. */
export function keysOfChange({ topic, ...place }: Change, userId: string): QueryKey[] {
  return keysOf[topic]({ ...place, userId });
}

/** The change that an event tells of; null when it can't be read. */
export function readChange(topic: Topic, json: string): Change | null {
  try {
    const told: unknown = JSON.parse(json);
    if (typeof told !== 'object' || told === null || !('classroomId' in told)) return null;
    const { classroomId } = told;
    const studentId = 'studentId' in told ? told.studentId : undefined;
    if (typeof classroomId !== 'string') return null;
    return { topic, classroomId, ...(typeof studentId === 'string' && { studentId }) };
  } catch {
    return null;
  }
}
