import { beforeEach, describe, expect, it, vi } from 'vitest';

import { addDays, latestLastDay, plannedDays, today } from './planned-days';
import { describeWeekdays, type Weekday, WEEKDAYS } from './weekdays';

const SCHOOL_DAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];

beforeEach(() => {
  // A Monday.
  vi.useFakeTimers({ now: new Date(2026, 8, 14, 8), toFake: ['Date'] });
});

describe('the days of a series', () => {
  // spec: 22.1
  it('are its weekdays from the first day to the last one', () => {
    const { days, leftOut } = plannedDays(['mon', 'fri'], { from: '2026-09-14', until: '2026-09-25' }, []);
    expect(days).toEqual(['2026-09-14', '2026-09-18', '2026-09-21', '2026-09-25']);
    expect(leftOut).toBe(0);
  });

  // spec: 22.4
  it('leave out days without school, and count them', () => {
    const noSchool = [{ from: '2026-09-16', to: '2026-09-20' }];
    const { days, leftOut } = plannedDays(SCHOOL_DAYS, { from: '2026-09-14', until: '2026-09-21' }, noSchool);
    expect(days).toEqual(['2026-09-14', '2026-09-15', '2026-09-21']);
    expect(leftOut).toBe(3);
  });

  it('can be none', () => {
    const saturday = { from: '2026-09-19', until: '2026-09-20' };
    expect(plannedDays(SCHOOL_DAYS, saturday, [])).toEqual({ days: [], leftOut: 0 });
  });

  it('are calendar dates, also where the clock is changed', () => {
    // Summer time ends on October 25 in Europe, on November 1 in America.
    const { days } = plannedDays(WEEKDAYS, { from: '2026-10-20', until: '2026-11-05' }, []);
    expect(days).toHaveLength(17);
    expect(new Set(days).size).toBe(17);
  });

  // spec: 22.1
  it('end at most 280 days from today', () => {
    expect(today()).toBe('2026-09-14');
    expect(latestLastDay()).toBe('2027-06-21');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});

describe('weekdays', () => {
  it.each<[Weekday[], string]>([
    [['mon', 'tue', 'wed', 'thu', 'fri'], 'Mon to Fri'],
    [['fri', 'mon', 'wed'], 'Mon, Wed, Fri'],
    [['thu', 'fri'], 'Thu, Fri'],
    [[...WEEKDAYS], 'Every day'],
    [['sun'], 'Sun'],
  ])('are named in their order: %j', (days, text) => {
    expect(describeWeekdays(days)).toBe(text);
  });
});
