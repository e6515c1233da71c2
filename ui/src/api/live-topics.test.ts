import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import {
  classroomKeys,
  goalKeys,
  purchaseKeys,
  storeKeys,
  studentKeys,
  submissionKeys,
  suggestionKeys,
} from './keys';
import { type Change, keysOfChange, readChange, type Topic } from './live-topics';

/** What a teacher's and a student's pages ask for, by the names of the tests. */
const shown: Record<string, QueryKey> = {
  'list of classes': classroomKeys.list('t1'),
  class: classroomKeys.single('c1'),
  'class stats': studentKeys.stats('c1'),
  'other class stats': studentKeys.stats('c2'),
  'all students': studentKeys.ofTeacher('t1'),
  student: studentKeys.single('s1'),
  balance: studentKeys.balance('s1'),
  'other balance': studentKeys.balance('s2'),
  history: studentKeys.ledger('s1'),
  'all goals': goalKeys.ofTeacher('t1'),
  'current goals': goalKeys.current('s1'),
  'completed goals': goalKeys.completed('s1'),
  'other goals': goalKeys.current('s2'),
  'pending submissions': submissionKeys.pending('t1'),
  'earlier tries': submissionKeys.denied('t1'),
  'own submissions': submissionKeys.open('s1'),
  'own approved': submissionKeys.approved('s1'),
  'pending suggestions': suggestionKeys.pending('t1'),
  'own suggestions': suggestionKeys.ofStudent('s1'),
  items: storeKeys.items('c1'),
  'other items': storeKeys.items('c2'),
  'pending purchases': purchaseKeys.pending('c1'),
  'fulfilled purchases': purchaseKeys.fulfilled('c1'),
  'own purchases': purchaseKeys.ofStudent('s1'),
};

const covers = (prefix: QueryKey, key: QueryKey) => prefix.every((part, index) => key[index] === part);

function touched(change: Partial<Change> & { topic: Topic }): string[] {
  const keys = keysOfChange({ classroomId: 'c1', ...change }, 't1');
  return Object.keys(shown).filter((name) => keys.some((key) => covers(key, shown[name] ?? [])));
}

const submissions = ['pending submissions', 'earlier tries', 'own submissions', 'own approved'];
const suggestions = ['pending suggestions', 'own suggestions'];
const purchases = ['pending purchases', 'fulfilled purchases', 'own purchases'];
const totals = ['class stats', 'all students'];
const everybody = [...totals, 'other class stats', 'student', 'balance', 'other balance', 'history'];

describe('a change of', () => {
  it.each<[string, Partial<Change> & { topic: Topic }, string[]]>([
    [
      'a class shows in whatever carries its name, and in what goes with it',
      { topic: 'classrooms' },
      [
        'list of classes',
        'class',
        ...everybody,
        'all goals',
        'pending submissions',
        'earlier tries',
        'pending suggestions',
      ],
    ],
    [
      'a student shows in whatever carries the name, of both classes after a move',
      { topic: 'students', studentId: 's1' },
      [
        ...everybody,
        'all goals',
        'current goals',
        'completed goals',
        'other goals',
        ...submissions,
        ...suggestions,
        ...purchases,
      ],
    ],
    [
      "a student's goals shows in its own lists, the totals and what was sent for them",
      { topic: 'goals', studentId: 's1' },
      [...totals, 'all goals', 'current goals', 'completed goals', ...submissions],
    ],
    [
      'goals of a class shows in the lists of everybody',
      { topic: 'goals' },
      [...totals, 'all goals', 'current goals', 'completed goals', 'other goals', ...submissions],
    ],
    [
      "a student's goalbucks shows in the balance, the history and the totals",
      { topic: 'goalbucks', studentId: 's1' },
      [...totals, 'balance', 'history'],
    ],
    ['a submission shows on both sides', { topic: 'submissions', studentId: 's1' }, submissions],
    ['a suggestion shows on both sides', { topic: 'goal-suggestions', studentId: 's1' }, suggestions],
    ["the store shows in that class's items only", { topic: 'store' }, ['items']],
    ['a purchase shows on both sides', { topic: 'purchases', studentId: 's1' }, purchases],
  ])('%s', (_rule, change, lists) => {
    expect(new Set(touched(change))).toEqual(new Set(lists));
  });
});

describe('an event', () => {
  it('tells the class, and the student if it is about one', () => {
    expect(readChange('store', '{"classroomId":"c1"}')).toEqual({ topic: 'store', classroomId: 'c1' });
    expect(readChange('goals', '{"classroomId":"c1","studentId":"s1","more":5}')).toEqual({
      topic: 'goals',
      classroomId: 'c1',
      studentId: 's1',
    });
  });

  it.each(['', '{not json', 'null', '5', '{}', '{"classroomId":7}'])(
    'that reads %j can not be read',
    (json) => {
      expect(readChange('goals', json)).toBeNull();
    },
  );
});
