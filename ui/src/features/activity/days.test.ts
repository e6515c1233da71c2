import { describe, expect, it } from 'vitest';

import { byDay, dayTitle } from './days';

const at = (day: number, hour: number) => ({ createdAt: new Date(2025, 9, day, hour).toISOString() });

describe('rows', () => {
  it("are parted by the day on this computer's calendar, in their order", () => {
    const rows = [at(14, 23), at(14, 0), at(13, 23)];
    expect(byDay(rows).map(({ date, rows: ofDay }) => [date, ofDay.length])).toEqual([
      ['2025-10-14', 2],
      ['2025-10-13', 1],
    ]);
    expect(byDay([])).toEqual([]);
  });

  it('stand under the day as a person would call it', () => {
    const now = new Date(2025, 9, 14, 9);
    expect(dayTitle('2025-10-14', now)).toBe('Today');
    expect(dayTitle('2025-10-13', now)).toBe('Yesterday');
    expect(dayTitle('2025-10-08', now)).toBe('Wednesday, October 8');
  });
});
