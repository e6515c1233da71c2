import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';

import { refetchSchedulerOf } from './refetch-scheduler';

/** Response time of the server. */
const ANSWER_MS = 20;

let client: QueryClient;
let refresher: ReturnType<typeof refetchSchedulerOf>;

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Observes a query, as a list on the screen does; `asked` is its query function. */
async function onScreen(name: string, takes = ANSWER_MS) {
  const asked = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          resolve('rows');
        }, takes);
      }),
  );
  const observer = new QueryObserver(client, { queryKey: [name, 'teacher'], queryFn: asked });
  const leave = observer.subscribe(() => undefined);
  await after(takes + 1000);
  asked.mockClear();
  return { asked, leave, observer };
}

beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
  refresher = refetchSchedulerOf(client);
});

afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

describe('what changed', () => {
  it('is asked for within 100 ms, and nothing else is', async () => {
    const goals = await onScreen('goals');
    const store = await onScreen('store');
    refresher.schedule([['goals']]);
    await after(100);
    expect(goals.asked).toHaveBeenCalledOnce();
    expect(store.asked).not.toHaveBeenCalled();
  });

  it('is asked for when it is next shown, if it is not on screen', async () => {
    const goals = await onScreen('goals');
    goals.leave();
    refresher.schedule([['goals']]);
    await after(1000);
    expect(goals.asked).not.toHaveBeenCalled();
    goals.observer.subscribe(() => undefined);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('is asked for once by a burst of 40 events', async () => {
    const goals = await onScreen('goals');
    for (let each = 0; each < 40; each += 1) refresher.schedule([['goals'], ['goals', 's1']]);
    await after(1000);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('is asked for five times a second at most while events keep coming, and once after the last', async () => {
    const goals = await onScreen('goals');
    for (let each = 0; each < 100; each += 1) {
      refresher.schedule([['goals']]);
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
    refresher.schedule([['goals']]);
    await after(100);
    expect(goals.asked).toHaveBeenCalledOnce();
    for (let each = 0; each < 10; each += 1) refresher.schedule([['goals']]);
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
    refresher.schedule([['completed']]);
    void observer.fetchNextPage();
    await after(1000);
    expect(pages.mock.calls.map(([{ pageParam }]) => pageParam)).toEqual([2, 1, 2]);
  });

  it('is not asked for again and again when the answer is a failure', async () => {
    const goals = await onScreen('goals');
    goals.asked.mockImplementation(() => Promise.reject(new Error('out of order')));
    refresher.schedule([['goals']]);
    await after(5000);
    expect(goals.asked).toHaveBeenCalledOnce();
  });
});

describe('an own mutation', () => {
  const write = (takes: number) =>
    client.getMutationCache().build(client, {
      meta: { changes: ['goals'] },
      mutationFn: () => new Promise((resolve) => setTimeout(resolve, takes)),
    });

  it('causes one refetch, even if its event arrives before the response', async () => {
    const goals = await onScreen('goals');
    void write(60).execute(undefined);
    await after(30);
    refresher.schedule([['goals']]);
    await after(2000);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it.each([0, 20, 45])(
    'causes one refetch, even if its event arrives %d ms after the response',
    async (ms) => {
      const goals = await onScreen('goals');
      void write(60).execute(undefined);
      await after(60 + ms);
      refresher.schedule([['goals']]);
      await after(2000);
      expect(goals.asked).toHaveBeenCalledOnce();
    },
  );

  it('does not hide an event that arrives after the start of its refetch', async () => {
    const goals = await onScreen('goals');
    void write(60).execute(undefined);
    await after(115);
    expect(goals.asked).toHaveBeenCalledOnce();
    refresher.schedule([['goals']]);
    await after(2000);
    expect(goals.asked).toHaveBeenCalledTimes(2);
  });

  it('causes a refetch although one that started before it is running', async () => {
    const goals = await onScreen('goals', 500);
    void client.refetchQueries({ queryKey: ['goals'] });
    void write(60).execute(undefined);
    await after(2000);
    expect(goals.asked).toHaveBeenCalledTimes(2);
  });

  it('causes one refetch together with another that completes within the same moment', async () => {
    const goals = await onScreen('goals');
    void write(60).execute(undefined);
    void write(70).execute(undefined);
    await after(2000);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('makes stale what is not on screen', async () => {
    const goals = await onScreen('goals');
    goals.leave();
    void write(60).execute(undefined);
    await after(1000);
    expect(goals.asked).not.toHaveBeenCalled();
    goals.observer.subscribe(() => undefined);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('delays the refetch until the page of a deleted row was left', async () => {
    const student = await onScreen('student');
    void write(60).execute(undefined);
    await after(50);
    refresher.schedule([['student']]);
    await after(60);
    student.leave();
    await after(2000);
    expect(student.asked).not.toHaveBeenCalled();
  });

  it('delays refetches by at most a second', async () => {
    const goals = await onScreen('goals');
    void write(30_000).execute(undefined);
    refresher.schedule([['goals']]);
    await after(900);
    expect(goals.asked).not.toHaveBeenCalled();
    await after(200);
    expect(goals.asked).toHaveBeenCalledOnce();
  });
});

describe('after the connection was lost', () => {
  it('refetches all active queries once, spread over about a second', async () => {
    const goals = await onScreen('goals');
    const store = await onScreen('store');
    refresher.scheduleAll(800);
    await after(150);
    expect(goals.asked).not.toHaveBeenCalled();
    // The second reason: the event stream is open again.
    refresher.scheduleAll(800);
    await after(1100);
    expect(goals.asked).toHaveBeenCalledOnce();
    expect(store.asked).toHaveBeenCalledOnce();
  });

  it.each([
    [0, 200],
    [0.999, 1000],
  ])('forty clients spread their refetches: a random value of %d delays by %d ms', async (luck, ms) => {
    const goals = await onScreen('goals');
    vi.spyOn(Math, 'random').mockReturnValue(luck);
    refresher.scheduleAll(800);
    await after(ms - 50);
    expect(goals.asked).not.toHaveBeenCalled();
    await after(100);
    expect(goals.asked).toHaveBeenCalledOnce();
  });

  it('cancels hanging requests and refetches them', async () => {
    const hanging = vi.fn(() => new Promise<string>(() => undefined));
    const observer = new QueryObserver(client, { queryKey: ['goals'], queryFn: hanging });
    observer.subscribe(() => undefined);
    await after(5000);
    refresher.cancelInFlight();
    refresher.scheduleAll(800);
    await after(1200);
    expect(hanging).toHaveBeenCalledTimes(2);
    expect(observer.getCurrentResult().status).toBe('pending');
  });
});
