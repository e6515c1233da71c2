import { describe, expect, it } from 'vitest';

import { formatCalendarDate, formatPastDay, formatRelative, isPastDay } from './format';

describe('calendar dates', () => {
  const lateEvening = new Date(2025, 9, 12, 23, 30);
  // spec: 14.6
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

describe('past days', () => {
  const morning = new Date(2025, 9, 12, 8, 0);
  it.each([
    [new Date(2025, 9, 12, 7, 59), 'today'],
    [new Date(2025, 9, 11, 23, 59), 'yesterday'],
    [new Date(2025, 9, 9, 9, 0), '3 days ago'],
    [new Date(2025, 9, 2, 9, 0), 'on October 2'],
    [new Date(2024, 11, 31, 9, 0), 'on December 31, 2024'],
    // In the future by a minute: the server's clock is a little ahead.
    [new Date(2025, 9, 13, 0, 1), 'today'],
  ])('%s was %s', (date, text) => {
    expect(formatPastDay(date.toISOString(), morning)).toBe(text);
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
