import type { Query, QueryCacheNotifyEvent, QueryClient, QueryKey } from '@tanstack/react-query';

/** Tick interval, which also batches the first events. */
const TICK_MS = 50;
/** Minimum interval between refetches of a query. */
const MIN_INTERVAL_MS = 200;
/**
 * This client's own mutation refetches when it completes. Refetches for events wait for it, at most this long, so that
 * a deleted row isn't requested before its page has closed.
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
 * Refetches queries on live events: once per burst, and not if already refetched since. Inactive queries are only
 * marked as stale.
 */
export class LiveRefetchScheduler {
  private readonly client: QueryClient;
  private readonly due = new Map<Query, Due>();
  private readonly fetchTimes = new WeakMap<Query, FetchTimes>();
  private lastWriteAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.client = client;
  }

  /** Starts observing the caches; returns a cleanup function. */
  readonly start = () => {
    const unsubscribe = this.client.getQueryCache().subscribe(this.onQueryEvent);
    const unsubscribeMutations = this.client.getMutationCache().subscribe(() => {
      this.lastWriteAt = performance.now();
    });
    return () => {
      unsubscribe();
      unsubscribeMutations();
      clearTimeout(this.timer);
      this.timer = undefined;
      this.due.clear();
    };
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

  private markDue(filters: { queryKey?: QueryKey }, waitMs: number, changedAt: number) {
    const now = performance.now();
    for (const query of this.client.getQueryCache().findAll(filters)) {
      const previous = this.due.get(query);
      this.due.set(query, {
        changedAt: Math.max(changedAt, previous?.changedAt ?? -Infinity),
        firstDueAt: previous?.firstDueAt ?? now,
        notBefore: Math.min(previous?.notBefore ?? Infinity, now + Math.max(waitMs, TICK_MS)),
      });
    }
    this.scheduleTick();
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
      const times = this.fetchTimes.get(query);
      const changedAt = this.due.get(query)?.changedAt;
      if (
        times?.fullFetchStartedAt !== undefined &&
        changedAt !== undefined &&
        times.fullFetchStartedAt > changedAt
      ) {
        this.due.delete(query);
      }
    }
  };
}
