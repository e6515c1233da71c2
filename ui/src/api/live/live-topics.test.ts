import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import * as keys from '@/api/keys';

import { type ClassLiveChange, queryKeysFor, parseChange } from './live-topics';

type Ids = Record<string, string>;
const own: Ids = { teacherId: 't1', classroomId: 'c1', studentId: 's1' };
const others: Ids = { classroomId: 'c2', studentId: 's2' };

/** A function of keys.ts; which keys an event covers doesn't depend on the arguments after the id. */
type KeyOf = (id: string, more: never) => QueryKey;

/** Every function of keys.ts that takes an id, with its name there and the name of the id. */
const shown = Object.entries(keys).flatMap(([family, members]) =>
  Object.entries<QueryKey | KeyOf>(members).flatMap(([member, keyOf]) => {
    if (typeof keyOf !== 'function') return [];
    const idName = /^\(?(\w+)/.exec(keyOf.toString())?.[1] ?? '';
    return { name: `${family}.${member}`, idName, keyOf };
  }),
);

const covers = (prefix: QueryKey, key: QueryKey) => prefix.every((part, index) => key[index] === part);

type Told = Partial<ClassLiveChange> & Pick<ClassLiveChange, 'topic'>;

/** The names of the keys with these ids that are refetched after a change in Amara's class. */
function touched(change: Told, ids: Ids): Set<string> {
  const changed = queryKeysFor({ classroomId: 'c1', ...change }, 't1');
  const isTouched = ({ idName, keyOf }: (typeof shown)[number]) => {
    const id = ids[idName];
    return id !== undefined && changed.some((key) => covers(key, keyOf(id, undefined as never)));
  };
  return new Set(shown.filter(isTouched).map(({ name }) => name));
}

const totals = ['studentKeys.stats', 'studentKeys.ofTeacher'];
const account = ['studentKeys.balance', 'studentKeys.ledger', 'studentKeys.recentEntries'];
const ownGoals = ['goalKeys.current', 'goalKeys.completed'];
const teachersSubmissions = ['submissionKeys.pending', 'submissionKeys.lastReviewed'];
const ownSubmissions = ['submissionKeys.open', 'submissionKeys.approved'];
const submissions = [...teachersSubmissions, ...ownSubmissions];
const suggestions = ['suggestionKeys.pending', 'suggestionKeys.ofStudent'];
const listedPurchases = ['purchaseKeys.pending', 'purchaseKeys.fulfilled', 'purchaseKeys.ofStudent'];
const purchases = ['purchaseKeys.pendingOfTeacher', ...listedPurchases];
const everyStudent = [
  'studentKeys.stats',
  'studentKeys.signedIn',
  'studentKeys.locked',
  'studentKeys.pictures',
  'studentKeys.detail',
  ...account,
];

type Case = [rule: string, change: Told, seen: string[], seenOfOthers: string[]];

const cases: Case[] = [
  [
    'a class shows in whatever carries its name, and in what goes with it',
    { topic: 'classrooms' },
    [
      'classroomKeys.list',
      'classroomKeys.detail',
      'studentKeys.ofTeacher',
      ...everyStudent,
      'goalKeys.ofTeacher',
      ...teachersSubmissions,
      'suggestionKeys.pending',
      'purchaseKeys.pendingOfTeacher',
    ],
    ['classroomKeys.detail', ...everyStudent],
  ],
  [
    'a student shows in whatever carries the name, of both classes after a move',
    { topic: 'students', studentId: 's1' },
    [
      'studentKeys.ofTeacher',
      ...everyStudent,
      'goalKeys.ofTeacher',
      ...ownGoals,
      ...submissions,
      ...suggestions,
      ...purchases,
      'loginCardKeys.ofClass',
    ],
    [
      ...everyStudent,
      ...ownGoals,
      ...ownSubmissions,
      'suggestionKeys.ofStudent',
      ...listedPurchases,
      'loginCardKeys.ofClass',
    ],
  ],
  [
    "a student's goals shows in its own lists, the totals and what was sent for them",
    { topic: 'goals', studentId: 's1' },
    [...totals, 'goalKeys.ofTeacher', ...ownGoals, ...submissions],
    ownSubmissions,
  ],
  [
    'goals of a class shows in the lists of everybody',
    { topic: 'goals' },
    [...totals, 'goalKeys.ofTeacher', ...ownGoals, ...submissions],
    [...ownGoals, ...ownSubmissions],
  ],
  [
    "a student's goalbucks shows in the balance, the history and the totals",
    { topic: 'goalbucks', studentId: 's1' },
    [...totals, ...account],
    [],
  ],
  ['a submission shows on both sides', { topic: 'submissions', studentId: 's1' }, submissions, []],
  [
    'a suggestion shows on both sides',
    { topic: 'goal-suggestions', studentId: 's1' },
    suggestions,
    ['suggestionKeys.ofStudent'],
  ],
  ["the store shows in that class's items only", { topic: 'store' }, ['storeKeys.items'], []],
  ['a login card shows in that class only', { topic: 'login-cards' }, ['loginCardKeys.ofClass'], []],
  ['a sign-in shows in that class only', { topic: 'signed-in' }, ['studentKeys.signedIn'], []],
  ['a purchase shows on both sides', { topic: 'purchases', studentId: 's1' }, purchases, listedPurchases],
];

describe('a change of', () => {
  it.each(cases)('%s', (_rule, change, seen, seenOfOthers) => {
    expect(touched(change, own)).toEqual(new Set(seen));
    expect(touched(change, others)).toEqual(new Set(seenOfOthers));
  });
});

describe('every key', () => {
  it('is asked for again after some change', () => {
    const seen = new Set(cases.flatMap(([, change]) => [...touched(change, own)]));
    // Not refetched after a change in a class: the activity has an event of its own, the teacher's account is refetched
    // when Settings opens, the holders of an award when the dialog that takes it back opens, the student of a card when
    // its code is scanned or typed.
    const untold = [
      'studentKeys.awardHolders',
      'cardKeys.holder',
      'networkKeys.here',
      'activityKeys.filtered',
      'teacherKeys.detail',
    ];
    expect(shown.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual(untold);
  });
});

describe('an event', () => {
  it.each([
    ['network', [keys.networkKeys.all]],
    ['activity', [keys.activityKeys.all, keys.studentKeys.allLocked, keys.studentKeys.allPictures]],
  ] as const)('about the %s is of no class, and refreshes what shows it', (topic, affected) => {
    const change = parseChange(topic, '{}');
    expect(change).toEqual({ topic });
    expect(change && queryKeysFor(change, 't1')).toEqual(affected);
  });

  it('tells the class, and the student if it is about one', () => {
    expect(parseChange('store', '{"classroomId":"c1"}')).toEqual({ topic: 'store', classroomId: 'c1' });
    expect(parseChange('goals', '{"classroomId":"c1","studentId":"s1","more":5}')).toEqual({
      topic: 'goals',
      classroomId: 'c1',
      studentId: 's1',
    });
  });

  it.each(['', '{not json', 'null', '5', '{}', '{"classroomId":7}'])(
    'that reads %j can not be read',
    (json) => {
      expect(parseChange('goals', json)).toBeNull();
    },
  );
});
