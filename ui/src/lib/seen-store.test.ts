import { describe, expect, it, vi } from 'vitest';

import { createSeenStore } from './seen-store';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const DAY = 86_400_000;

type Message = { id: string; sentAt: string };
const message = (id: string, daysAgo: number): Message => ({
  id,
  sentAt: new Date(NOW - daysAgo * DAY).toISOString(),
});

const { unseen, markSeen } = createSeenStore<Message>('seen_messages', {
  getId: ({ id }) => id,
  getTime: ({ sentAt }) => sentAt,
});
const ids = (messages: Message[]) => messages.map(({ id }) => id);

describe('a row is new', () => {
  it('once', () => {
    const messages = [message('a', 0)];
    expect(ids(unseen('s1', messages, NOW))).toEqual(['a']);
    markSeen('s1', messages, NOW);
    expect(unseen('s1', messages, NOW)).toEqual([]);
    expect(ids(unseen('s1', [message('b', 0), ...messages], NOW))).toEqual(['b']);
  });

  it('once, even if it disappeared and came back', () => {
    markSeen('s1', [message('a', 1)], NOW);
    markSeen('s1', [], NOW);
    expect(unseen('s1', [message('a', 0)], NOW)).toEqual([]);
  });

  it('to each person who shares the device', () => {
    markSeen('s1', [message('a', 0)], NOW);
    expect(ids(unseen('s2', [message('a', 0)], NOW))).toEqual(['a']);
  });
});

it('what was seen with a clock that was years ahead hides nothing afterwards', () => {
  markSeen('s1', [message('a', 1)], NOW + 3000 * DAY);
  expect(ids(unseen('s1', [message('b', 0), message('a', 1)], NOW))).toEqual(['b']);
});

describe('a row is not new', () => {
  it('on a new device when it is older than a long weekend', () => {
    expect(ids(unseen('s1', [message('a', 2), message('b', 4)], NOW))).toEqual(['a']);
  });

  it('when it is old and comes back among the newest', () => {
    markSeen('s1', [message('a', 1)], NOW);
    expect(unseen('s1', [message('old', 40)], NOW + 30 * DAY)).toEqual([]);
  });

  it('twice on one page where the browser stores nothing', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError');
    });
    markSeen('s3', [message('a', 0)], NOW);
    full.mockRestore();
    expect(unseen('s3', [message('a', 0)], NOW)).toEqual([]);
  });

  it("but is new again if the storage can't be read", () => {
    localStorage.setItem('seen_messages:s1', '{"ids":');
    expect(ids(unseen('s1', [message('a', 0)], NOW))).toEqual(['a']);
  });
});
