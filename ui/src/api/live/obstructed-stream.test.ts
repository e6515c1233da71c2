import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { connection } from '@/api/connection';
import { setVisibility, stubStreams } from '@/testing/fake-event-stream';
import { healthy } from '@/testing/fake-server';

import { LiveStream } from './live-stream';

let streams: ReturnType<typeof stubStreams>;
let stop: () => void;
const onOpen = vi.fn();
const onPoll = vi.fn();

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  onOpen.mockReset();
  onPoll.mockReset();
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  streams = stubStreams();
  stop = new LiveStream({ onChange: vi.fn(), onOpen, onPoll, checkSession: vi.fn() }).start();
  await after(1);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const page = (status: number) => () => {
  const answer = new Response('<h1>Blocked</h1>', { status, headers: { 'Content-Type': 'text/html' } });
  streams.only().answer(answer);
};

/** What something in between does to a stream that has just been requested. */
const obstructions: [what: string, obstruct: () => void][] = [
  ['refuses', page(403)],
  ['refuses as if nobody were signed in', page(401)],
  ['answers with a page', page(200)],
  ['asks to log in at the network', page(511)],
  [
    'cuts',
    () => {
      streams.only().fail();
    },
  ],
  [
    'holds back',
    () => {
      streams.only().sendHeaders();
    },
  ],
  ['never answers', () => undefined],
];

describe('a network that', () => {
  // spec: 12.8
  it.each(obstructions)('%s the stream is polled through, without an outage', async (_what, obstruct) => {
    const outage = vi.fn();
    const unsubscribe = connection.outage.subscribe(outage);
    let polls = 0;
    for (let seconds = 0; seconds < 180; seconds += 1) {
      if (streams.open() > 0) obstruct();
      await after(1000);
      // From the first 15 s on, each 15 s.
      if (seconds % 15 !== 14) continue;
      expect(onPoll.mock.calls.length).toBeGreaterThan(polls);
      polls = onPoll.mock.calls.length;
    }
    expect(polls).toBeLessThan(25);
    expect(outage).not.toHaveBeenCalled();
    expect(onOpen).not.toHaveBeenCalled();
    unsubscribe();
  });

  // spec: 12.8
  it('passes on only the beginning of each stream is polled through', async () => {
    for (let seconds = 0; seconds < 40; seconds += 1) {
      if (streams.open() > 0) streams.only().accept();
      await after(1000);
    }
    onPoll.mockReset();
    for (let seconds = 0; seconds < 60; seconds += 1) {
      if (streams.open() > 0) streams.only().accept();
      await after(1000);
    }
    expect(onPoll.mock.calls.length).toBeGreaterThanOrEqual(4);
  });

  // spec: 12.3
  it('lets the stream through is never polled, nor again once it does', async () => {
    streams.only().accept();
    for (let each = 0; each < 10; each += 1) {
      await after(15_000);
      streams.only().send(': ping\n\n');
    }
    expect(onPoll).not.toHaveBeenCalled();
    streams.only().end();
    await after(500);
    page(403)();
    await after(20_000);
    expect(onPoll).toHaveBeenCalled();
    streams.only().accept();
    for (let each = 0; each < 10; each += 1) {
      await after(15_000);
      streams.only().send(': ping\n\n');
      if (each === 0) onPoll.mockReset();
    }
    expect(onPoll).not.toHaveBeenCalled();
  });

  it('refuses the stream is not polled while the page is hidden', async () => {
    page(403)();
    await after(2000);
    setVisibility('hidden');
    onPoll.mockReset();
    await after(60_000);
    expect(onPoll).not.toHaveBeenCalled();
    setVisibility('visible');
    await after(1000);
    expect(onPoll).toHaveBeenCalled();
  });
});
