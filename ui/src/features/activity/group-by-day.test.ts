import { describe, expect, it } from 'vitest';

import { groupByDay, dayTitle } from './group-by-day';

const at = (day: number, hour: number) => ({ createdAt: new Date(2025, 9, day, hour).toISOString() });

describe('rows', () => {
  it('are grouped by local calendar day, in their order', () => {
    const rows = [at(14, 23), at(14, 0), at(13, 23)];
    expect(groupByDay(rows).map(({ date, rows: ofDay }) => [date, ofDay.length])).toEqual([
      ['2025-10-14', 2],
      ['2025-10-13', 1],
    ]);
    expect(groupByDay([])).toEqual([]);
  });

  it('have readable day titles', () => {
    const now = new Date(2025, 9, 14, 9);
    expect(dayTitle('2025-10-14', now)).toBe('Today');
    expect(dayTitle('2025-10-13', now)).toBe('Yesterday');
    expect(dayTitle('2025-10-08', now)).toBe('Wednesday, October 8');
  });
});
