import { describe, expect, it } from 'vitest';

import { formatAmount, formatCalendarDate, formatRelative, isPastDay } from './format';

describe('amounts', () => {
  it.each([
    [1, '1 GoalBuck'],
    [0, '0 GoalBucks'],
    [25, '25 GoalBucks'],
    [1_234_567, '1,234,567 GoalBucks'],
    [-1, '-1 GoalBuck'],
  ])('%d reads %s', (value, text) => {
    expect(formatAmount(value)).toBe(text);
  });
});

describe('calendar dates', () => {
  const lateEvening = new Date(2025, 9, 12, 23, 30);
  it.each([
    ['2025-10-12', 'today'],
    ['2025-10-13', 'tomorrow'],
    ['2025-10-11', 'yesterday'],
    ['2025-10-17', 'Friday, October 17'],
    ['2026-01-02', 'Friday, January 2, 2026'],
  ])('%s is %s, whatever the hour', (date, text) => {
    expect(formatCalendarDate(date, lateEvening)).toBe(text);
  });

  it('are past once their day is over', () => {
    expect(isPastDay('2025-10-12', lateEvening)).toBe(false);
    expect(isPastDay('2025-10-11', lateEvening)).toBe(true);
  });
});

describe('times', () => {
  const now = Date.parse('2025-10-12T12:00:00Z');
  it.each([
    ['2025-10-12T12:00:05Z', 'just now'],
    ['2025-10-12T11:58:00Z', '2 minutes ago'],
    ['2025-10-12T10:00:00Z', '2 hours ago'],
    ['2025-10-11T11:00:00Z', 'yesterday'],
    ['2025-09-29T12:00:00Z', 'Sep 29, 2025'],
  ])('%s is %s', (iso, text) => {
    expect(formatRelative(iso, now)).toBe(text);
  });
});
