import type {
  Query,
  QueryCacheNotifyEvent,
  QueryClient,
  QueryFilters,
  QueryKey,
} from '@tanstack/react-query';

/** Tick interval, which also batches the first events, and those of an own change with its refetch. */
const TICK_MS = 50;
/** Minimum interval between refetches of a query. */
const MIN_INTERVAL_MS = 200;
/**
 * An own mutation refetches when it completes. Refetches for events wait for it, at most this long, so that a deleted
 * row isn't requested before its page has closed.
 */
const MAX_WRITE_WAIT_MS = 1000;
const WRITE_SETTLE_MS = 100;

type Due = {
  /** Time of the latest change; a fetch that started later includes it. */
  changedAt: number;
  /** Time of the first change that hasn't been refetched. */
  firstDueAt: number;
  /** Earliest time of the refetch. */
  notBefore: number;
};

type FetchTimes = {
  /** Start of the latest fetch. */
  startedAt: number;
  /** Start of the running full fetch; undefined for a next-page fetch. */
  fullFetchStartedAt?: number | undefined;
};

/**
 * Refetches queries after own changes and on live events: once per burst, and not if already refetched since. Inactive
 * queries are only marked as stale.
 */
class RefetchScheduler {
  private readonly client: QueryClient;
  private readonly due = new Map<Query, Due>();
  private readonly fetchTimes = new WeakMap<Query, FetchTimes>();
  private lastWriteAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Observes the caches of the client as long as that exists. */
  constructor(client: QueryClient) {
    this.client = client;
    client.getQueryCache().subscribe(this.onQueryEvent);
    client.getMutationCache().subscribe(() => {
      this.lastWriteAt = performance.now();
    });
  }

  /**
   * Refetches these keys after an own change. Its events come with its response, so a tick later the refetch covers
   * them; whatever arrives after the start of the refetch is fetched again. Resolves when the active queries have been
   * refetched. The data of the deleted class or student `goneId` is only marked as stale.
   */
  readonly refetchOwn = async (keys: readonly QueryKey[], goneId?: string) => {
    const isGone = ({ queryKey: [, , id] }: Query) => goneId !== undefined && id === goneId;
    for (const query of this.client.getQueryCache().findAll({ predicate: isGone })) query.invalidate();
    const predicate = (query: Query) => !isGone(query);
    const queries = keys.flatMap((queryKey) => this.markDue({ queryKey, predicate }, 0, performance.now()));
    if (!queries.some((query) => query.isActive())) return;
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    const refetch = (isCovered: boolean) =>
      this.client.refetchQueries(
        {
          type: 'active',
          predicate: (query) =>
            queries.includes(query) && this.due.has(query) && this.isCovered(query) === isCovered,
        },
        { cancelRefetch: !isCovered },
      );
    await Promise.all([refetch(true), refetch(false)]);
  };

  /** Schedules a refetch of these keys. */
  readonly schedule = (keys: readonly QueryKey[]) => {
    for (const queryKey of keys) this.markDue({ queryKey }, 0, performance.now());
  };

  /**
   * Schedules a refetch of everything that wasn't fetched since `changedAt`, with a random delay of up to `spreadMs`.
   */
  readonly scheduleAll = (spreadMs = 0, changedAt = performance.now()) => {
    this.markDue({}, spreadMs > 0 ? MIN_INTERVAL_MS + Math.random() * spreadMs : 0, changedAt);
  };

  /** Cancels requests of a lost connection, which may hang for minutes. */
  readonly cancelInFlight = () => {
    void this.client.cancelQueries();
  };

  private markDue(filters: QueryFilters, waitMs: number, changedAt: number): Query[] {
    const now = performance.now();
    const queries = this.client.getQueryCache().findAll(filters);
    for (const query of queries) {
      const previous = this.due.get(query);
      this.due.set(query, {
        changedAt: Math.max(changedAt, previous?.changedAt ?? -Infinity),
        firstDueAt: previous?.firstDueAt ?? now,
        notBefore: Math.min(previous?.notBefore ?? Infinity, now + Math.max(waitMs, TICK_MS)),
      });
    }
    this.scheduleTick();
    return queries;
  }

  private scheduleTick() {
    if (this.due.size > 0) this.timer ??= setTimeout(this.tick, TICK_MS);
  }

  private readonly tick = () => {
    this.timer = undefined;
    const now = performance.now();
    const ready = new Set([...this.due.keys()].filter((query) => this.isReady(query, now)));
    for (const query of ready) {
      if (query.isActive() && !query.isDisabled()) continue;
      query.invalidate();
      this.due.delete(query);
    }
    void this.client.refetchQueries({ type: 'active', predicate: (query) => ready.has(query) });
    this.scheduleTick();
  };

  private isReady(query: Query, now: number): boolean {
    const due = this.due.get(query);
    if (!due || now < due.notBefore || query.state.fetchStatus !== 'idle') return false;
    const writing = this.client.isMutating() > 0 || now - this.lastWriteAt < WRITE_SETTLE_MS;
    if (writing && now - due.firstDueAt < MAX_WRITE_WAIT_MS) return false;
    return now - (this.fetchTimes.get(query)?.startedAt ?? -Infinity) >= MIN_INTERVAL_MS;
  }

  /** Tracks fetch times, and drops due queries that were refetched meanwhile. */
  private readonly onQueryEvent = (event: QueryCacheNotifyEvent) => {
    const query = event.query as Query;
    if (event.type === 'removed') this.due.delete(query);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch') {
      const startedAt = performance.now();
      const isNextPage = action.meta?.fetchMore !== undefined;
      this.fetchTimes.set(query, { startedAt, fullFetchStartedAt: isNextPage ? undefined : startedAt });
    } else if ((action.type === 'success' && !action.manual) || action.type === 'error') {
      if (this.isCovered(query)) this.due.delete(query);
    }
  };

  /** Whether the latest fetch started after the latest change. */
  private isCovered(query: Query): boolean {
    const startedAt = this.fetchTimes.get(query)?.fullFetchStartedAt;
    const changedAt = this.due.get(query)?.changedAt;
    return startedAt !== undefined && changedAt !== undefined && startedAt > changedAt;
  }
}

const schedulers = new WeakMap<QueryClient, RefetchScheduler>();

/** The scheduler of a client, which own mutations and live events share. */
export function refetchSchedulerOf(client: QueryClient): RefetchScheduler {
  const scheduler = schedulers.get(client) ?? new RefetchScheduler(client);
  schedulers.set(client, scheduler);
  return scheduler;
}
