import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { clearToast, toastStore } from '@/components/toast/toast-store';

import { ApiError, NetworkError } from './api-error';
import { type MutationPolicy, failureTextOf, unlessUnconfirmed } from './mutation-policy';
import { createQueryClient } from './query-client';
import { useMutation } from './use-mutation';

const FAILED = 'Failed to delete goal. Please try again.';
const SENTENCE = 'It has been paid.';
const status = (code: number) => new ApiError(code, '', JSON.stringify({ error: SENTENCE, code: 'x' }), null);

const readGoals = vi.fn<() => Promise<string>>();
const readStore = vi.fn<() => Promise<string>>();
const write = vi.fn<() => Promise<string>>();
const onSuccess = vi.fn();

function Reader({ name, read }: { name: string; read: () => Promise<string> }) {
  return <p>{useQuery({ queryKey: [name, 'class', 'c1'], queryFn: read }).data}</p>;
}

function Writer({ meta }: { meta: MutationPolicy }) {
  const { mutate, status: state } = useMutation({ mutationFn: write, meta, onSuccess });
  return (
    <button
      type="button"
      onClick={() => {
        mutate();
      }}
    >
      {state}
    </button>
  );
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Shows two queries and a mutation, and runs it. */
async function run(meta: MutationPolicy) {
  const client = createQueryClient();
  const page = (writer: boolean) => (
    <QueryClientProvider client={client}>
      <Reader name="goals" read={readGoals} />
      <Reader name="store" read={readStore} />
      {writer && <Writer meta={meta} />}
    </QueryClientProvider>
  );
  const { rerender } = render(page(true));
  await pass(0);
  [readGoals, readStore].forEach((read) => read.mockClear());
  screen.getByRole('button').click();
  // Until the refetch begins.
  await pass(60);
  return {
    leave: () => {
      rerender(page(false));
    },
  };
}

const never = () => new Promise<string>(() => undefined);
const state = () => screen.getByRole('button').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  clearToast();
  onSuccess.mockReset();
  readGoals.mockReset().mockResolvedValue('goals');
  readStore.mockReset().mockResolvedValue('store');
  write.mockReset().mockResolvedValue('done');
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a mutation that succeeds', () => {
  // spec: 12.4
  it('refetches only what it changes', async () => {
    await run({ changes: ['goals'] });
    expect([readGoals, readStore].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });

  it('is not pending while the queries are refetched', async () => {
    write.mockImplementation(() => {
      readGoals.mockImplementation(never);
      return Promise.resolve('done');
    });
    await run({ changes: ['goals'] });
    expect(state()).toBe('success');
  });

  it('with `awaits` is pending until they are, after its own onSuccess', async () => {
    write.mockImplementation(() => {
      readGoals.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 500, 'goals')));
      return Promise.resolve('done');
    });
    await run({ changes: ['goals'], awaits: ['goals'] });
    expect(onSuccess).toHaveBeenCalledOnce();
    expect(state()).toBe('pending');
    await pass(500);
    expect(state()).toBe('success');
  });

  it('with `awaits` is pending for 1.5 s at most', async () => {
    write.mockImplementation(() => {
      readGoals.mockImplementation(never);
      return Promise.resolve('done');
    });
    await run({ changes: ['goals'], awaits: ['goals'] });
    await pass(1400 - 60);
    expect(state()).toBe('pending');
    await pass(100);
    expect(state()).toBe('success');
  });

  it('with `awaits` is not pending until other changes are refetched', async () => {
    write.mockImplementation(() => {
      readStore.mockImplementation(never);
      return Promise.resolve('done');
    });
    await run({ changes: ['goals', 'store'], awaits: ['goals'] });
    expect([readGoals, readStore].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect(state()).toBe('success');
  });

  it('does not read what is gone', async () => {
    await run({ changes: ['goals', 'store'], gone: 'c1' });
    expect([readGoals, readStore].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it('refetches only the class that it is of', async () => {
    await run({ changes: ['goals'], of: { classroomId: 'c2' } });
    expect(readGoals).not.toHaveBeenCalled();
  });

  it('has succeeded although the refetch fails', async () => {
    write.mockImplementation(() => {
      readGoals.mockRejectedValue(new Error('500: Oops.'));
      return Promise.resolve('done');
    });
    await run({ changes: ['goals'], awaits: ['goals'], failed: FAILED });
    expect(state()).toBe('success');
    expect(toastStore.get()).toBeNull();
  });
});

describe('a mutation that fails', () => {
  // spec: 3.12
  it('shows its toast until an attempt succeeds', async () => {
    write.mockRejectedValueOnce(status(500));
    await run({ changes: [], failed: FAILED });
    expect(toastStore.get()).toMatchObject({ tone: 'error' });
    screen.getByRole('button').click();
    await pass(0);
    expect(state()).toBe('success');
    expect(toastStore.get()).toBeNull();
  });

  it('shows its text as the error toast and refetches nothing', async () => {
    write.mockRejectedValue(status(500));
    await run({ changes: [], failed: FAILED });
    expect(toastStore.get()).toMatchObject({ tone: 'error', title: 'Error', description: FAILED });
    expect(readGoals).not.toHaveBeenCalled();
  });

  it('refetches what it may have changed', async () => {
    write.mockRejectedValue(status(500));
    await run({ changes: [], changesIfFailed: ['goals'] });
    expect([readGoals, readStore].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });

  it('shows it after its component has unmounted too', async () => {
    write.mockImplementation(() => new Promise((_resolve, reject) => setTimeout(reject, 500, status(500))));
    const { leave } = await run({ changes: [], failed: FAILED });
    leave();
    await pass(500);
    expect(toastStore.get()).toMatchObject({ description: FAILED });
  });

  it('shows nothing without a text', async () => {
    write.mockRejectedValue(status(500));
    await run({ changes: [] });
    expect(toastStore.get()).toBeNull();
  });

  it('shows nothing when the session has ended', async () => {
    write.mockRejectedValue(status(401));
    await run({ changes: [], failed: FAILED });
    expect(toastStore.get()).toBeNull();
  });

  it('shows nothing of a lost response that its form explains', async () => {
    write.mockRejectedValue(new NetworkError('lost'));
    await run({ changes: [], failed: FAILED, toasts: unlessUnconfirmed });
    expect(toastStore.get()).toBeNull();
  });

  it.each([
    ['of a lost response', new NetworkError('lost'), FAILED],
    ['that the row is gone', status(404), 'It is gone.'],
  ])('keeps the text %s for its form', async (_what, error, text) => {
    write.mockRejectedValue(error);
    await run({ changes: [], failed: FAILED, toasts: unlessUnconfirmed, whenGone: 'It is gone.' });
    expect(failureTextOf(error)).toBe(text);
  });

  it('shows its text of any other error there', async () => {
    write.mockRejectedValue(status(422));
    await run({ changes: [], failed: FAILED, toasts: unlessUnconfirmed });
    expect(toastStore.get()).toMatchObject({ description: FAILED, detail: SENTENCE });
  });

  it.each([404, 409])('with `whenGone` refetches everything after a %d', async (code) => {
    write.mockRejectedValue(status(code));
    await run({ changes: ['goals'], whenGone: true });
    expect(state()).toBe('error');
    expect([readGoals, readStore].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('with `whenGone` refetches nothing after another error', async () => {
    write.mockRejectedValue(status(422));
    await run({ changes: ['goals'], whenGone: true });
    expect(readGoals).not.toHaveBeenCalled();
  });

  it.each([
    [404, 'It was deleted.'],
    [409, SENTENCE],
  ])('explains a %d with: %s', async (code, detail) => {
    write.mockRejectedValue(status(code));
    await run({ changes: [], failed: FAILED, whenGone: 'It was deleted.' });
    expect(toastStore.get()).toMatchObject({ description: FAILED, detail });
  });
});
