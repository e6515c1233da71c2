import { describe, expect, it } from 'vitest';

import { isThisWeek, spansOf, total } from './weeks';

const DAY_MS = 86_400_000;

/** Weeks that begin on this Monday. */
const weeksFrom = (start: string, count: number) =>
  Array.from({ length: count }, (_, week) => ({
    start: new Date(Date.parse(start) + week * 7 * DAY_MS).toISOString().slice(0, 10),
  }));

// spec: 23.1
describe('weeks', () => {
  it('are shown one by one up to 16', () => {
    expect(spansOf(weeksFrom('2025-09-01', 16)).map(({ label }) => label)).toHaveLength(16);
    expect(spansOf(weeksFrom('2025-09-01', 2)).map(({ label }) => label)).toEqual(['Sep 1', 'Sep 8']);
  });

  it('are shown by the month of their Monday beyond 16', () => {
    const spans = spansOf(weeksFrom('2025-09-01', 17));
    expect(spans.map(({ label, weeks }) => [label, weeks.length])).toEqual([
      ['Sep', 5],
      ['Oct', 4],
      ['Nov', 4],
      ['Dec', 4],
    ]);
  });

  it('of the same month of two years are two months', () => {
    expect(spansOf(weeksFrom('2024-12-02', 53)).filter(({ label }) => label === 'Dec')).toHaveLength(2);
  });

  it('are the present one from Monday to Sunday', () => {
    const isPresent = (day: number) => isThisWeek('2025-10-13', new Date(2025, 9, day, 12));
    expect([12, 13, 19, 20].map(isPresent)).toEqual([false, true, true, false]);
  });

  it('add up', () => {
    expect(total([{ n: 1 }, { n: 2 }], ({ n }) => n)).toBe(3);
  });
});
