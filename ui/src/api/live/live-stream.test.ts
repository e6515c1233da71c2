import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { connection } from '@/api/connection';
import { sessionExpiredEvent } from '@/api/session-expired-event';
import { printPage } from '@/lib/print-page';
import { setVisibility, stubStreams } from '@/testing/fake-event-stream';
import { healthy } from '@/testing/fake-server';

import { LiveStream } from './live-stream';

let streams: ReturnType<typeof stubStreams>;
let away: boolean;
let stop: () => void;
const onChange = vi.fn();
const onOpen = vi.fn<(lost: boolean, heldSince: number | null) => void>();
const checkSession = vi.fn();
const health = vi.fn(() =>
  away ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(healthy()),
);

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The server accepts the stream that was requested. */
async function accept() {
  await after(1);
  streams.only().accept();
  await after(1);
}

beforeEach(async () => {
  vi.useFakeTimers();
  away = false;
  [onChange, onOpen, checkSession].forEach((doing) => doing.mockReset());
  health.mockClear();
  vi.stubGlobal('fetch', health);
  streams = stubStreams();
  stop = new LiveStream({ onChange, onOpen, onPoll: vi.fn(), checkSession }).start();
  await after(1);
});

afterEach(async () => {
  stop();
  away = false;
  await connection.check();
  vi.useRealTimers();
});

describe('an open stream', () => {
  it('tells what changed', async () => {
    await accept();
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(false, expect.any(Number));
    streams.only().say('goals', { classroomId: 'c1', studentId: 's1' });
    await after(1);
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ topic: 'goals', classroomId: 'c1', studentId: 's1' });
  });

  it('handles events split across chunks and several in one chunk', async () => {
    await accept();
    const text =
      'event: store\ndata: {"classroomId":"c1"}\n\n: ping\n\nevent: goals\ndata: {"classroomId":"ç2"}\n\n';
    for (let start = 0; start < text.length; start += 25) {
      streams.only().send(text.slice(start, start + 25));
      await after(1);
    }
    streams.only().send(text);
    await after(1);
    const told = ['store', 'goals', 'store', 'goals'];
    expect(onChange.mock.calls.map(([change]: { topic: string }[]) => change?.topic)).toEqual(told);
  });

  it('reports an unreadable change, but ignores unnamed events', async () => {
    await accept();
    streams.only().send('event: goals\ndata: rubbish\n\ndata: {}\n\nevent: weather\ndata: {}\n\n');
    await after(1);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
  });

  it('stays closed after it was stopped', async () => {
    await accept();
    stop();
    setVisibility('visible');
    await after(60_000);
    expect(streams.open()).toBe(0);
    expect(streams.made()).toBe(1);
  });
});

describe('a hidden page', () => {
  // spec: 12.5
  it('has no stream, and opens another when it is shown', async () => {
    await accept();
    setVisibility('hidden');
    expect(streams.open()).toBe(0);
    setVisibility('visible');
    await accept();
    expect(onOpen.mock.calls).toEqual([
      [false, expect.any(Number)],
      [false, expect.any(Number)],
    ]);
    expect(health).not.toHaveBeenCalled();
  });

  it('opens no stream while the connection is lost and restored', async () => {
    setVisibility('hidden');
    connection.reportNoResponse();
    await after(5000);
    expect(connection.isOnline()).toBe(true);
    expect(streams.open()).toBe(0);
  });

  it('that is shown while the server is away looks for it at once', async () => {
    away = true;
    streams.only().fail();
    await after(10);
    setVisibility('hidden');
    away = false;
    setVisibility('visible');
    await after(10);
    expect(streams.open()).toBe(1);
  });

  it('closes its stream in the back-forward cache and reopens it on return', async () => {
    await accept();
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(streams.open()).toBe(0);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await after(1);
    expect(streams.open()).toBe(1);
  });

  it('closes its stream while printing and reopens it afterwards', async () => {
    await accept();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    printPage();
    expect(print).toHaveBeenCalledOnce();
    expect(streams.open()).toBe(0);
    await after(500);
    expect(streams.open()).toBe(0);
    await after(600);
    expect(streams.open()).toBe(1);
  });
});

describe('a stream that ends', () => {
  it.each(['end', 'fail'] as const)(
    'while the server answers (%s): the session is checked and the stream opened again',
    async (how) => {
      await accept();
      streams.only()[how]();
      await after(500);
      expect(checkSession).toHaveBeenCalledOnce();
      expect(connection.isOnline()).toBe(true);
      await accept();
      expect(onOpen).toHaveBeenLastCalledWith(true, null);
    },
  );

  it.each([403, 429, 500])('or is refused with %d again and again is tried every 20 s', async (status) => {
    for (const delay of [100, 1000, 3000, 10_000, 20_000]) {
      streams.only().refuse(status);
      await after(delay + 10);
    }
    expect(checkSession).toHaveBeenCalledTimes(5);
    streams.only().refuse(status);
    await after(19_900);
    expect(streams.open()).toBe(0);
    await after(200);
    expect(streams.open()).toBe(1);
  });

  it('or is refused by a proxy, whose server answers the next question, is asked for ever more rarely', async () => {
    const before = streams.made();
    for (let each = 0; each < 600; each += 1) {
      if (streams.open() > 0) streams.only().refuse(502);
      await after(100);
    }
    expect(streams.made() - before).toBeLessThan(8);
  });

  it('and ends again as soon as it is open is not opened ten times a second', async () => {
    const before = streams.made();
    for (let each = 0; each < 100; each += 1) {
      if (streams.open() > 0) {
        await accept();
        streams.only().end();
      }
      await after(100);
    }
    expect(streams.made() - before).toBeLessThan(8);
  });

  it('with a 401 ends the session on the screen', async () => {
    const signOut = vi.fn(() => {
      stop();
    });
    const unsubscribe = sessionExpiredEvent.subscribe(signOut);
    streams.only().refuse(401);
    await after(10_000);
    unsubscribe();
    expect(signOut).toHaveBeenCalledOnce();
    expect(streams.made()).toBe(1);
  });

  it('with the server away waits until it is back, asking at least every 3 s', async () => {
    await accept();
    away = true;
    streams.only().end();
    await after(10);
    expect(connection.isOnline()).toBe(false);
    expect(checkSession).not.toHaveBeenCalled();
    await after(20_000);
    expect(streams.open()).toBe(0);
    const before = health.mock.calls.length;
    await after(30_000);
    expect(health.mock.calls.length - before).toBeGreaterThanOrEqual(10);
    away = false;
    await after(3000);
    expect(connection.isOnline()).toBe(true);
    await accept();
    expect(onOpen.mock.calls).toEqual([
      [false, expect.any(Number)],
      [true, null],
    ]);
  });

  it('because a call found the server away is opened once that is back', async () => {
    await accept();
    connection.reportNoResponse();
    expect(streams.open()).toBe(0);
    await after(1000);
    expect(streams.open()).toBe(1);
  });
});

describe('a silent stream', () => {
  // spec: 12.5
  it('is kept while a comment line comes every 15 s', async () => {
    await accept();
    for (let each = 0; each < 10; each += 1) {
      await after(15_000);
      streams.only().send(': ping\n\n');
    }
    expect(streams.made()).toBe(1);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is lost within 35 s: the network died without a word', async () => {
    await accept();
    away = true;
    await after(32_000);
    expect(connection.isOnline()).toBe(true);
    await after(3000);
    expect(connection.isOnline()).toBe(false);
  });

  it('is reopened if only the stream has died', async () => {
    await accept();
    await after(41_000);
    expect(streams.made()).toBe(2);
    expect(streams.open()).toBe(1);
  });

  it('that has not opened after 10 s is lost', async () => {
    away = true;
    await after(16_000);
    expect(connection.isOnline()).toBe(false);
  });
});
