import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import * as keys from '@/api/keys';

import { type Change, queryKeysFor } from './changes';

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

/** The names of the keys with these ids that are refetched after a change in Amara's class. */
function touched(change: Change, ids: Ids): Set<string> {
  const changed = queryKeysFor({ classroomId: 'c1', ...change });
  const isTouched = ({ idName, keyOf }: (typeof shown)[number]) => {
    const id = ids[idName];
    return id !== undefined && changed.some((key) => covers(key, keyOf(id, undefined as never)));
  };
  return new Set(shown.filter(isTouched).map(({ name }) => name));
}

const progress = ['progressKeys.ofClass', 'progressKeys.reports', 'progressKeys.ofStudent'];
const totals = ['studentKeys.stats', 'studentKeys.ofTeacher', ...progress];
const account = ['goalbucksKeys.balance', 'goalbucksKeys.ledger', 'goalbucksKeys.recentEntries'];
const teachersGoals = ['goalKeys.ofTeacher', 'seriesKeys.ofTeacher'];
const ownGoals = ['goalKeys.current', 'goalKeys.completed', 'goalKeys.ended'];
const teachersSubmissions = ['submissionKeys.pending', 'submissionKeys.lastReviewed'];
const ownSubmissions = [
  'submissionKeys.open',
  'submissionKeys.approved',
  'submissionKeys.denied',
  'submissionKeys.portfolio',
  'submissionKeys.record',
];
const submissions = [...teachersSubmissions, ...ownSubmissions];
const suggestions = ['suggestionKeys.pending', 'suggestionKeys.ofStudent'];
const listedPurchases = ['purchaseKeys.pending', 'purchaseKeys.fulfilled', 'purchaseKeys.ofStudent'];
const purchases = ['purchaseKeys.pendingOfTeacher', ...listedPurchases];
const everyStudent = [
  'studentKeys.stats',
  'studentKeys.signedIn',
  'signInKeys.locked',
  'signInKeys.pictures',
  'studentKeys.detail',
  ...account,
];

const locks = ['signInKeys.locked', 'signInKeys.pictures'];

const savings = ['savingsKeys.ofStudent'];
const store = ['storeKeys.items', 'storeKeys.isOpen', ...savings];

type Case = [rule: string, change: Change, seen: string[], seenOfOthers: string[]];

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
      'seriesKeys.ofTeacher',
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
      ...progress,
      'goalKeys.ofTeacher',
      'seriesKeys.ofTeacher',
      ...ownGoals,
      ...submissions,
      ...suggestions,
      ...purchases,
      'loginCardKeys.ofClass',
      ...savings,
    ],
    [
      ...everyStudent,
      ...progress,
      ...ownGoals,
      ...ownSubmissions,
      'suggestionKeys.ofStudent',
      ...listedPurchases,
      'loginCardKeys.ofClass',
      ...savings,
    ],
  ],
  [
    "a student's goals shows in its own lists, the totals and what was sent for them",
    { topic: 'goals', studentId: 's1' },
    [...totals, ...teachersGoals, ...ownGoals, ...submissions],
    [],
  ],
  [
    'goals of a class shows in the lists of everybody',
    { topic: 'goals' },
    [...totals, ...teachersGoals, ...ownGoals, ...submissions],
    [...ownGoals, ...ownSubmissions, 'progressKeys.ofStudent'],
  ],
  [
    "a student's goalbucks shows in the balance, the history and the totals",
    { topic: 'goalbucks', studentId: 's1' },
    [...totals, ...account],
    [],
  ],
  [
    'a submission shows on both sides, and in what waits',
    { topic: 'submissions', studentId: 's1' },
    [...submissions, ...progress],
    [],
  ],
  ['a suggestion shows on both sides', { topic: 'goal-suggestions', studentId: 's1' }, suggestions, []],
  [
    "the store shows in that class's items, and in what students save for",
    { topic: 'store' },
    store,
    savings,
  ],
  ['what a student saves for shows there only', { topic: 'savings', studentId: 's1' }, savings, []],
  ['a login card shows in that class only', { topic: 'login-cards' }, ['loginCardKeys.ofClass'], []],
  ['a sign-in shows in that class only', { topic: 'signed-in' }, ['studentKeys.signedIn'], []],
  ['a purchase shows on both sides', { topic: 'purchases', studentId: 's1' }, [...purchases, ...store], []],
  ['what decides who can sign in shows in that class only', { topic: 'sign-in' }, locks, []],
  [
    'a goal that repeats shows in All Goals and in progress',
    { topic: 'goal-series', classroomId: 'c1' },
    ['seriesKeys.ofTeacher', ...progress],
    ['progressKeys.ofStudent'],
  ],
  ['days without school show in All Goals', { topic: 'no-school-days' }, ['noSchoolKeys.ofTeacher'], []],
  ['the network shows in who is here', { topic: 'network' }, ['networkKeys.here'], []],
  ['the account shows in Settings', { topic: 'account' }, ['accountKeys.detail'], []],
];

describe('a change of', () => {
  it.each(cases)('%s', (_rule, change, seen, seenOfOthers) => {
    expect(touched(change, own)).toEqual(new Set(seen));
    expect(touched(change, others)).toEqual(new Set(seenOfOthers));
  });
});

it('a student who moves to another class has the class goal of that one', () => {
  expect(queryKeysFor({ topic: 'students', classroomId: 'c1', studentId: 's1' })).toContainEqual([
    'class-goal',
  ]);
});

describe('every key', () => {
  it('of a teacher, class or student begins with the same prefix, so that its family is refetched with it', () => {
    const owners: Ids = { teacherId: 'teacher', classroomId: 'class', studentId: 'student' };
    const owned = shown.filter(({ idName }) => idName in owners);
    expect(owned.length).toBeGreaterThan(20);
    for (const { idName, keyOf, name } of owned) {
      expect([name, ...keyOf('x1', undefined as never).slice(1, 3)]).toEqual([name, owners[idName], 'x1']);
    }
  });

  it('is asked for again after some change', () => {
    const seen = new Set(cases.flatMap(([, change]) => [...touched(change, own)]));
    // The holders of an award are refetched when the dialog that takes it back opens, the student of a card when its
    // code is scanned or typed; the log by filter, not by id.
    const untold = ['goalbucksKeys.awardHolders', 'cardKeys.holder', 'activityKeys.filtered'];
    expect(shown.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual(untold);
  });
});
