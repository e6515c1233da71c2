import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';

import { Refresher } from './live-refresher';

/** How long the class computer takes for an answer. */
const ANSWER_MS = 20;

let client: QueryClient;
let refresher: Refresher;
let unfollow: () => void;

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A list on screen; `asked` counts its questions. */
async function onScreen(name: string, takes = ANSWER_MS) {
  const asked = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          resolve('rows');
        }, takes);
      }),
  );
  const observer = new QueryObserver(client, { queryKey: [name], queryFn: asked });
  const leave = observer.subscribe(() => undefined);
  await after(takes + 1000);
  asked.mockClear();
  return { asked, leave, observer };
}

beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
  refresher = new Refresher(client);
  unfollow = refresher.follow();
});

afterEach(() => {
  unfollow();
  client.clear();
  vi.useRealTimers();
});

describe('what changed', () => {
  it('is asked for within 100 ms, and nothing else is', async () => {
    const goals = await onScreen('goals');
    const store = await onScreen('store');
    refresher.refresh([['goals']]);
    await after(100);
    expect(goals.asked).toHaveBeenCalledOnce();
    expect(store.asked).not.toHaveBeenCalled();
  });

  it('is asked for when it is next shown, if it is not on screen', async () => {
    const goals = await onScreen('goals');
    goals.leave();
    refresher.refresh([['goals']]);
    await after(1000);
    expect(goals.asked).not.toHaveBeenCalled();
    goals.observer.subscribe(() => undefined);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('is asked for once by a burst of 40 events', async () => {
    const goals = await onScreen('goals');
    for (let each = 0; each < 40; each += 1) refresher.refresh([['goals'], ['goals', 's1']]);
    await after(1000);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('is asked for five times a second at most while events keep coming, and once after the last', async () => {
    const goals = await onScreen('goals');
    for (let each = 0; each < 100; each += 1) {
      refresher.refresh([['goals']]);
      await after(10);
    }
    expect(goals.asked.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(goals.asked.mock.calls.length).toBeLessThanOrEqual(5);
    goals.asked.mockClear();
    await after(2000);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('while it is being asked for is asked for once more, and what runs is not called off', async () => {
    const goals = await onScreen('goals', 500);
    refresher.refresh([['goals']]);
    await after(100);
    expect(goals.asked).toHaveBeenCalledOnce();
    for (let each = 0; each < 10; each += 1) refresher.refresh([['goals']]);
    await after(350);
    expect(goals.asked).toHaveBeenCalledOnce();
    await after(2000);
    expect(goals.asked).toHaveBeenCalledTimes(2);
  });

  it('is asked for again when a next page took the place of the question', async () => {
    const pages = vi.fn(({ pageParam }: { pageParam: number }) => Promise.resolve(pageParam));
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['completed'],
      queryFn: pages,
      initialPageParam: 1,
      getNextPageParam: (last: number) => last + 1,
    });
    observer.subscribe(() => undefined);
    await after(1000);
    pages.mockClear();
    refresher.refresh([['completed']]);
    void observer.fetchNextPage();
    await after(1000);
    expect(pages.mock.calls.map(([{ pageParam }]) => pageParam)).toEqual([2, 1, 2]);
  });

  it('is not asked for again and again when the answer is a failure', async () => {
    const goals = await onScreen('goals');
    goals.asked.mockImplementation(() => Promise.reject(new Error('out of order')));
    refresher.refresh([['goals']]);
    await after(5000);
    expect(goals.asked).toHaveBeenCalledOnce();
  });
});

describe("a write of one's own", () => {
  const write = (takes: number) =>
    client.getMutationCache().build(client, {
      meta: { invalidates: [['goals']] },
      mutationFn: () => new Promise((resolve) => setTimeout(resolve, takes)),
    });

  it('is followed by one question, though its event comes before the answer', async () => {
    const goals = await onScreen('goals');
    void write(60).execute(undefined);
    await after(30);
    refresher.refresh([['goals']]);
    await after(2000);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('is not told apart from another one whose event comes after the answer', async () => {
    const goals = await onScreen('goals');
    void write(60).execute(undefined);
    await after(70);
    refresher.refresh([['goals']]);
    await after(2000);
    expect(goals.asked).toHaveBeenCalledTimes(2);
  });

  it('leaves time to leave the page of what it deleted', async () => {
    const student = await onScreen('student');
    void write(60).execute(undefined);
    await after(50);
    refresher.refresh([['student']]);
    await after(60);
    student.leave();
    await after(2000);
    expect(student.asked).not.toHaveBeenCalled();
  });

  it('that takes long holds nothing up for more than a second', async () => {
    const goals = await onScreen('goals');
    void write(30_000).execute(undefined);
    refresher.refresh([['goals']]);
    await after(900);
    expect(goals.asked).not.toHaveBeenCalled();
    await after(200);
    expect(goals.asked).toHaveBeenCalledOnce();
  });
});

describe('after the connection was lost', () => {
  it('everything shown is asked for once, within about a second, not at once', async () => {
    const goals = await onScreen('goals');
    const store = await onScreen('store');
    refresher.refreshAll(800);
    await after(150);
    expect(goals.asked).not.toHaveBeenCalled();
    // The stream opens a moment later and says the same.
    refresher.refreshAll(800);
    await after(1100);
    expect(goals.asked).toHaveBeenCalledOnce();
    expect(store.asked).toHaveBeenCalledOnce();
  });

  it.each([
    [0, 200],
    [0.999, 1000],
  ])('forty clients spread their questions: with luck of %d it is asked after %d ms', async (luck, ms) => {
    const goals = await onScreen('goals');
    vi.spyOn(Math, 'random').mockReturnValue(luck);
    refresher.refreshAll(800);
    await after(ms - 50);
    expect(goals.asked).not.toHaveBeenCalled();
    await after(100);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('what hangs is given up and asked for anew', async () => {
    const hanging = vi.fn(() => new Promise<string>(() => undefined));
    const observer = new QueryObserver(client, { queryKey: ['goals'], queryFn: hanging });
    observer.subscribe(() => undefined);
    await after(5000);
    refresher.giveUp();
    refresher.refreshAll(800);
    await after(1200);
    expect(hanging).toHaveBeenCalledTimes(2);
    expect(observer.getCurrentResult().status).toBe('pending');
  });
});
