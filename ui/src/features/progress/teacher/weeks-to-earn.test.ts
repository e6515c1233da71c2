import { describe, expect, it } from 'vitest';

import { weeksToEarn } from './weeks-to-earn';

const MONDAYS = [
  '2025-10-06',
  '2025-10-13',
  '2025-10-20',
  '2025-10-27',
  '2025-11-03',
  '2025-11-10',
  '2025-11-17',
  '2025-11-24',
];
const SUNDAY = new Date(2025, 10, 30, 12);

/** Progress of 8 weeks in which the class earned from the week `first` on; `totals`: what each student earned in all. */
function progress(totals: number[], first = 0) {
  const week = (start: string, index: number) => {
    const earned = index < first ? 0 : 10;
    return { start, goalsCompleted: 0, earned, awards: 0, spent: 0 };
  };
  return { weeks: MONDAYS.map(week), students: totals.map((earned) => ({ earned, awards: 0 })) };
}

describe('the weeks for a price', () => {
  // spec: 10.16
  it.each([
    ['at what the middle student earns', 100, [80, 240, 400, 800, 8000], 2],
    ['between the middle two of an even number', 100, [0, 240, 400, 400, 800, 8000], 2],
    ['of at least one', 3, [80, 240, 400, 800, 8000], 1],
    ['rounded', 130, [80, 240, 400, 800, 8000], 3],
  ])('are %s', (_case, cost, totals, weeks) => {
    expect(weeksToEarn(cost, progress(totals), SUNDAY)).toBe(weeks);
  });

  it('count awards, too', () => {
    const { weeks, students } = progress([0, 0, 0, 0, 0]);
    const praised = students.map((student) => ({ ...student, awards: 80 }));
    expect(weeksToEarn(20, { weeks, students: praised }, SUNDAY)).toBe(2);
  });

  it.each([
    ['with fewer than 5 students', progress([400, 400, 400, 400]), SUNDAY],
    ['with less than 3 weeks', progress([400, 400, 400, 400, 400], 6), SUNDAY],
    ['before the third week is over', progress([400, 400, 400, 400, 400], 5), new Date(2025, 10, 29, 12)],
    ['if half of the class earned nothing', progress([0, 0, 0, 400, 400]), SUNDAY],
    ['if half of it lost something', progress([-5, -5, -5, 400, 400]), SUNDAY],
    ['without any week', progress([400, 400, 400, 400, 400], 8), SUNDAY],
  ])('are unknown %s', (_case, known, now) => {
    expect(weeksToEarn(100, known, now)).toBeNull();
  });

  it('count the present week by its days', () => {
    const sunday = weeksToEarn(1000, progress([80, 80, 80, 80, 80]), SUNDAY);
    const monday = weeksToEarn(1000, progress([80, 80, 80, 80, 80]), new Date(2025, 10, 24, 12));
    expect([sunday, monday]).toEqual([100, 89]);
  });
});
