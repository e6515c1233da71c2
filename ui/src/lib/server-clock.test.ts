import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { formatCalendarDate, formatRelative, isPastDay } from './format';
import { createSeenStore } from './seen-store';
import { serverClock } from './server-clock';

const SERVER_TIME = Date.parse('2026-11-28T15:00:00Z');
const DAY = 86_400_000;

/** Reads the headers of a response that the server sends now. */
function respond(headers: Record<string, string> = {}) {
  serverClock.read(
    new Response(null, { headers: { Date: new Date(SERVER_TIME).toUTCString(), ...headers } }),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const clocks: [what: string, time: string][] = [
  ['right', '2026-11-28T15:00:03Z'],
  ['a day behind', '2026-11-27T15:00:00Z'],
  ['in 2015', '2015-01-01T00:00:00Z'],
  ['in 2035', '2035-06-01T12:00:00Z'],
];

describe.each(clocks)('with a clock that is %s', (_what, time) => {
  beforeEach(() => {
    vi.setSystemTime(new Date(time));
    respond({ 'X-UTC-Offset': '0' });
  });

  // spec: 14.6
  it('days and minutes are counted by the clock of the server', () => {
    expect(formatCalendarDate('2026-11-28')).toBe('today');
    expect(formatCalendarDate('2026-11-29')).toBe('tomorrow');
    expect(formatCalendarDate('2026-12-04')).toBe('Friday, December 4');
    expect(isPastDay('2026-11-27')).toBe(true);
    expect(isPastDay('2026-11-28')).toBe(false);
    expect(formatRelative('2026-11-28T14:58:00Z')).toBe('2 minutes ago');
  });

  it('what happened a day ago is new, and what happened a week ago is not', () => {
    const { unseen } = createSeenStore<{ id: string; at: number }>('seen_rows', {
      getId: ({ id }) => id,
      getTime: ({ at }) => new Date(at).toISOString(),
    });
    const rows = [
      { id: 'new', at: SERVER_TIME - DAY },
      { id: 'old', at: SERVER_TIME - 7 * DAY },
    ];
    expect(unseen('s1', rows)).toEqual([rows[0]]);
  });
});

describe('the date of a due goal is that of the place of the server', () => {
  /** Minutes from UTC to this process's local time, in which the browser counts. */
  const own = -new Date(SERVER_TIME).getTimezoneOffset();

  it.each([
    ['where it is the same day', 0, '2026-11-28'],
    ['where the next day has begun', 14 * 60 - own, '2026-11-29'],
    ['where it is still the day before', -16 * 60 - own, '2026-11-27'],
  ])('%s', (_where, ahead, today) => {
    vi.setSystemTime(SERVER_TIME);
    respond({ 'X-UTC-Offset': `${own + ahead}` });
    expect(formatCalendarDate(today)).toBe('today');
  });

  it("is the device's if a proxy removes the header", () => {
    vi.setSystemTime(SERVER_TIME);
    respond();
    expect(serverClock.today()).toEqual(new Date(SERVER_TIME));
  });
});

it('a response without a date keeps what is known', () => {
  vi.setSystemTime(new Date('2015-01-01T00:00:00Z'));
  respond();
  serverClock.read(new Response(null));
  expect(serverClock.now()).toBe(SERVER_TIME);
});
