import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createQueryClient } from './query-client';
import { useSendOnce } from './use-send-once';

const GOALS = ['goals', 's1'];
const lost = () => Promise.reject(new Error('lost'));

/** Returns `open`, which opens a form; its `send` sends a body and returns the key that was sent with it. */
function setUp() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const open = (shownIn = GOALS) => {
    const { result, unmount } = renderHook(() => useSendOnce(shownIn), { wrapper });
    const send = async (body: unknown, answer: () => Promise<unknown> = lost) => {
      let key = '';
      await result
        .current(body, (headers) => {
          key = headers['Idempotency-Key'];
          return answer();
        })
        .catch(() => undefined);
      return key;
    };
    return { send, close: unmount };
  };
  return { client, open };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

// spec: 11.7
describe('an idempotency key', () => {
  it('is the same for the same body after a failure, and another for another body', async () => {
    const { send } = setUp().open();
    const first = await send({ name: 'Read' });
    expect(await send({ name: 'Read' })).toBe(first);
    expect(await send({ name: 'Write' })).not.toBe(first);
  });

  it('is kept when the form is closed and opened again', async () => {
    const { open } = setUp();
    const before = open();
    const first = await before.send('goal');
    before.close();
    expect(await open().send('goal')).toBe(first);
  });

  it('is another one after a success', async () => {
    const { send } = setUp().open();
    const first = await send('goal', () => Promise.resolve('done'));
    expect(await send('goal')).not.toBe(first);
  });

  it('is another one when the form opens after the list was read again', async () => {
    const { client, open } = setUp();
    const before = open();
    const first = await before.send('goal');
    vi.advanceTimersByTime(5);
    client.setQueryData([...GOALS, 'current'], []);
    expect(await before.send('goal')).toBe(first);
    vi.advanceTimersByTime(5);
    client.setQueryData([...GOALS, 'current'], []);
    expect(await open().send('goal')).not.toBe(first);
  });

  it('belongs to one list', async () => {
    const { open } = setUp();
    const first = await open().send('goal');
    expect(await open(['goals', 's2']).send('goal')).not.toBe(first);
  });
});
