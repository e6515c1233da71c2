import { expect, it } from 'vitest';

import { chosenLabels, filterOptions, matchesFilters } from './filter-options';
import { reviewFields } from './row-fields';

const row = (classroomId: string, goalName: string, studentId: string, studentName = studentId) => ({
  classroomId,
  className: `Class ${classroomId}`,
  goalName,
  studentId,
  studentName,
});
const fields = reviewFields<ReturnType<typeof row>>(({ goalName }) => goalName);
const ROWS = [row('a', 'Read', 'amara'), row('a', 'Draw', 'amara'), row('b', 'Read', 'ben')];
const counts = (options: { value: string; count: number }[] = []) =>
  Object.fromEntries(options.map(({ value, count }) => [value, count]));

// spec: 19.1
it('shows the rows that match every filter', () => {
  const shown = ROWS.filter((each) => matchesFilters(each, fields, { class: 'a', goal: 'Read' }));
  expect(shown).toEqual([ROWS[0]]);
  expect(ROWS.filter((each) => matchesFilters(each, fields, {}))).toEqual(ROWS);
});

// spec: 19.1
it('counts for each value the rows that match the other filters', () => {
  const options = filterOptions(ROWS, fields, { goal: 'Read' });
  expect(counts(options.class)).toEqual({ a: 1, b: 1 });
  expect(counts(options.goal)).toEqual({ Read: 2, Draw: 1 });
  expect(counts(options.student)).toEqual({ amara: 1, ben: 1 });
});

// spec: 19.1
it('keeps a chosen value of which nothing waits any longer, under its earlier label', () => {
  const options = filterOptions(ROWS, fields, { student: 'chloe' }, { student: 'Chloé' });
  expect(options.student).toContainEqual({ value: 'chloe', label: 'Chloé', count: 0 });
});

// spec: 19.1
it('names the class of students with the same name', () => {
  const twins = [
    row('a', 'Read', 's1', 'Emma Li'),
    row('b', 'Read', 's2', 'Emma Li'),
    row('b', 'Read', 's3', 'Hank'),
  ];
  expect(filterOptions(twins, fields, {}).student?.map(({ label }) => label)).toEqual([
    'Emma Li · Class a',
    'Emma Li · Class b',
    'Hank',
  ]);
  expect(chosenLabels(twins, fields, { student: 's2', class: 'unknown' })).toEqual({
    student: 'Emma Li · Class b',
  });
});
