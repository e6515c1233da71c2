import { expect, it } from 'vitest';

import { findDuplicateNames } from './duplicate-names';

it('names that differ only in case or whitespace are duplicates', () => {
  const names = ['Math 101', 'math  101 ', 'Math 102', 'Room 12', 'ROOM 12', 'Room 12'];
  const rows = names.map((name, index) => ({ id: String(index), name }));
  expect([...findDuplicateNames(rows)].sort()).toEqual(['0', '1', '3', '4', '5']);
});
