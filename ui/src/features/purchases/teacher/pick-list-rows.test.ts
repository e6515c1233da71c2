import { expect, it } from 'vitest';

import { groupByStudent, sumOfItems } from './pick-list-rows';

const bought = (id: string, studentId: string, itemName: string) => ({
  id,
  studentId,
  studentName: studentId.toUpperCase(),
  itemName,
});
const BOUGHT = [bought('1', 'amara', 'Pass'), bought('2', 'ben', 'Seat'), bought('3', 'amara', 'Seat')];

// spec: 19.6
it('lists the items of each student together', () => {
  expect(groupByStudent(BOUGHT).map(({ name, items }) => [name, items.map(({ id }) => id)])).toEqual([
    ['AMARA', ['1', '3']],
    ['BEN', ['2']],
  ]);
});

// spec: 19.6
it('adds up each item', () => {
  expect(sumOfItems(BOUGHT)).toEqual([
    { name: 'Seat', count: 2 },
    { name: 'Pass', count: 1 },
  ]);
});
