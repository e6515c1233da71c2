import type { Query, QueryCacheNotifyEvent, QueryClient, QueryKey } from '@tanstack/react-query';

/** How often it is looked what is due; also how long a first event waits for its companions. */
const LOOK_MS = 50;
/** A list is asked for at most this often, however many events come. */
const APART_MS = 200;
/**
 * A write of one's own refreshes by itself once it is answered, and may lead away from what is deleted; its event may come
 * before. So events wait until it is done, and a moment longer; but no longer than this.
 */
const WRITE_FIRST_MS = 1000;
const SETTLED_MS = 100;

type Due = {
  /** A fetch that began later than this shows it. */
  after: number;
  /** When it came to be due first. */
  since: number;
  notBefore: number;
};

type Fetched = {
  /** When the latest fetch began. */
  began: number;
  /** When the one under way began that asks for everything, not for one more page. */
  running?: number | undefined;
};

/**
 * Asks again for what has changed elsewhere: each list once for a burst, never one that was asked for since, as after a
 * write of one's own. What isn't on screen is asked for when it is next shown.
 */
export class Refresher {
  private readonly client: QueryClient;
  private readonly due = new Map<Query, Due>();
  private readonly fetched = new WeakMap<Query, Fetched>();
  private wroteAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.client = client;
  }

  /** Watches what is asked for anyhow; returns how to stop. */
  readonly follow = () => {
    const unsubscribe = this.client.getQueryCache().subscribe(this.note);
    const unwatch = this.client.getMutationCache().subscribe(() => {
      this.wroteAt = performance.now();
    });
    return () => {
      unsubscribe();
      unwatch();
      clearTimeout(this.timer);
      this.timer = undefined;
      this.due.clear();
    };
  };

  /** Something changed just now that these keys show. */
  readonly refresh = (keys: readonly QueryKey[]) => {
    for (const queryKey of keys) this.mark({ queryKey }, 0);
  };

  /** Anything may have changed up to now. `spreadMs`: over how long a class full of clients spreads its questions. */
  readonly refreshAll = (spreadMs = 0) => {
    this.mark({}, spreadMs > 0 ? APART_MS + Math.random() * spreadMs : 0);
  };

  /** Calls off what was asked for on a connection that is gone: it may hang for minutes. */
  readonly giveUp = () => {
    void this.client.cancelQueries();
  };

  private mark(filters: { queryKey?: QueryKey }, waitMs: number) {
    const now = performance.now();
    for (const query of this.client.getQueryCache().findAll(filters)) {
      const before = this.due.get(query);
      this.due.set(query, {
        after: now,
        since: before?.since ?? now,
        notBefore: Math.min(before?.notBefore ?? Infinity, now + Math.max(waitMs, LOOK_MS)),
      });
    }
    this.lookLater();
  }

  private lookLater() {
    if (this.due.size > 0) this.timer ??= setTimeout(this.look, LOOK_MS);
  }

  private readonly look = () => {
    this.timer = undefined;
    const now = performance.now();
    const ready = new Set([...this.due.keys()].filter((query) => this.isReady(query, now)));
    for (const query of ready) {
      if (query.isActive() && !query.isDisabled()) continue;
      query.invalidate();
      this.due.delete(query);
    }
    void this.client.refetchQueries({ type: 'active', predicate: (query) => ready.has(query) });
    this.lookLater();
  };

  private isReady(query: Query, now: number): boolean {
    const due = this.due.get(query);
    if (!due || now < due.notBefore || query.state.fetchStatus !== 'idle') return false;
    const writing = this.client.isMutating() > 0 || now - this.wroteAt < SETTLED_MS;
    if (writing && now - due.since < WRITE_FIRST_MS) return false;
    return now - (this.fetched.get(query)?.began ?? -Infinity) >= APART_MS;
  }

  /** Keeps the times at which queries are asked for; what has been answered since it was due is due no more. */
  private readonly note = (event: QueryCacheNotifyEvent) => {
    const query = event.query as Query;
    if (event.type === 'removed') this.due.delete(query);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch') {
      const began = performance.now();
      const onePage = action.meta?.fetchMore !== undefined;
      this.fetched.set(query, { began, running: onePage ? undefined : began });
    } else if ((action.type === 'success' && !action.manual) || action.type === 'error') {
      const fetched = this.fetched.get(query);
      const after = this.due.get(query)?.after;
      if (fetched?.running !== undefined && after !== undefined && fetched.running > after) {
        this.due.delete(query);
      }
    }
  };
}
