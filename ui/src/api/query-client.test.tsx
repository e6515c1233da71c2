import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createQueryClient } from './query-client';
import { useMutation } from './use-mutation';

const read = vi.fn<() => Promise<string>>();
const write = vi.fn<() => Promise<string>>();

function Reader() {
  const { data, isError } = useQuery({ queryKey: ['goals', 'teacher'], queryFn: read });
  return <p>{isError ? 'failed' : (data ?? 'loading')}</p>;
}

function Writer() {
  const { mutate, isError } = useMutation({ meta: { changes: ['goals'] }, mutationFn: write });
  return (
    <button
      type="button"
      onClick={() => {
        mutate();
      }}
    >
      {isError ? 'not written' : 'write'}
    </button>
  );
}

function show() {
  const client = createQueryClient();
  const page = (
    <QueryClientProvider client={client}>
      <Reader />
      <Writer />
    </QueryClientProvider>
  );
  return { page, ...render(page) };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const press = async () => {
  screen.getByRole('button').click();
  await pass(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  read.mockReset().mockResolvedValue('one goal');
  write.mockReset().mockResolvedValue('done');
});
afterEach(() => {
  vi.useRealTimers();
});

const A_DAY = 24 * 60 * 60 * 1000;

describe('what was read', () => {
  // spec: 12.3
  it('is never stale: what is shown again is not asked for again', async () => {
    const { page, rerender } = show();
    await pass(0);
    expect(screen.getByText('one goal')).toBeVisible();
    await pass(60_000);
    rerender(<p>Another page</p>);
    rerender(page);
    await pass(0);
    expect(read).toHaveBeenCalledOnce();
  });

  // spec: 12.3
  it('is not asked for again on an interval', async () => {
    show();
    await pass(A_DAY);
    expect(read).toHaveBeenCalledOnce();
  });

  // spec: 12.3
  it.each([
    ['focus', ['blur', 'focus', 'visibilitychange']],
    ['network', ['offline', 'online']],
  ])('is not refetched when the window regains %s', async (_what, events) => {
    show();
    await pass(60_000);
    // As in a browser: they are dispatched at the document and bubble to the window.
    for (const event of events) document.dispatchEvent(new Event(event, { bubbles: true }));
    await pass(0);
    expect(read).toHaveBeenCalledOnce();
  });

  // spec: 12.4
  it('is asked for again after a successful write, not after a failed one', async () => {
    show();
    await pass(0);
    write.mockRejectedValueOnce(new Error('503: Busy.'));
    await press();
    expect(screen.getByText('not written')).toBeVisible();
    expect(read).toHaveBeenCalledOnce();
    read.mockResolvedValue('two goals');
    await press();
    await pass(100);
    expect(read).toHaveBeenCalledTimes(2);
    expect(screen.getByText('two goals')).toBeVisible();
  });
});

describe('what failed', () => {
  // spec: 12.1
  it('is not retried, neither a read nor a write', async () => {
    read.mockRejectedValue(new Error('500: Oops.'));
    write.mockRejectedValue(new Error('500: Oops.'));
    show();
    await press();
    await pass(A_DAY);
    expect(screen.getByText('failed')).toBeVisible();
    expect(read).toHaveBeenCalledOnce();
    expect(write).toHaveBeenCalledOnce();
  });
});
