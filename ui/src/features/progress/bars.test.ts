import { expect, it } from 'vitest';

import { roundLines } from './bars';

it.each([
  [0, []],
  [3, [1, 2, 3]],
  [9, [5]],
  [8, [2, 4, 6, 8]],
  [355, [100, 200, 300]],
  [1_000_000, [500_000, 1_000_000]],
])('draws lines at round numbers up to %i', (max, lines) => {
  expect(roundLines(max)).toEqual(lines);
});
