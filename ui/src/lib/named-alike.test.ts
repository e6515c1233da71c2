import { expect, it } from 'vitest';

import { namedAlike } from './named-alike';

it('names that differ in case or blanks alone look alike', () => {
  const names = ['Math 101', 'math  101 ', 'Math 102', 'Room 12', 'ROOM 12', 'Room 12'];
  const rows = names.map((name, index) => ({ id: String(index), name }));
  expect([...namedAlike(rows)].sort()).toEqual(['0', '1', '3', '4', '5']);
});
