import { api, unwrap } from '@/api/client';
import { connection } from '@/api/connection';
import { printing } from '@/lib/print-page';

import { type LiveChange, isTopic, parseChange } from './live-topics';
import { readHold } from './read-hold';

/** The server sends a heartbeat at least every 15 s. */
const HEARTBEAT_TIMEOUT_MS = 35_000;
const OPEN_TIMEOUT_MS = 10_000;
const HEARTBEAT_CHECK_MS = 5000;
/** A stream open for this long resets the failure count. */
const STABLE_AFTER_MS = 10_000;
/** Delays before reconnecting while the server is reachable; the last one repeats. */
const RETRY_DELAYS_MS = [100, 1000, 2000, 3000];

type StreamListener = {
  /** Called on a change; null if the event can't be parsed. */
  onChange: (change: LiveChange | null) => void;
  /**
   * Called when the stream is open. `lost`: the connection was lost before, so many clients may refetch at once.
   * `heldSince`: reads that started after this time (by `performance.now`) are sent only now; null if none were held.
   */
  onOpen: (lost: boolean, heldSince: number | null) => void;
  /** Checks whether the session has ended. */
  checkSession: () => void;
};

/** State of one connection attempt. */
type StreamAttempt = {
  controller: AbortController;
  startedAt: number;
  lastReceivedAt: number;
  isOpen: boolean;
};

/**
 * Server-sent events while the page is visible, as browsers allow six connections per host. Uses `fetch`, because
 * EventSource hides the heartbeat comments.
 */
export class LiveStream {
  private readonly listener: StreamListener;
  private current: StreamAttempt | null = null;
  private lost = false;
  private failures = 0;
  /** Incremented on open and close, to detect outdated async results. */
  private generation = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** True in the back-forward cache and while printing. */
  private isSuspended = false;

  constructor(listener: StreamListener) {
    this.listener = listener;
  }

  /** Opens the stream and follows page visibility and connection; returns a cleanup function. */
  readonly start = () => {
    const heartbeatTimer = setInterval(this.checkHeartbeat, HEARTBEAT_CHECK_MS);
    const unsubscribe = connection.outage.subscribe(this.onConnection);
    document.addEventListener('visibilitychange', this.onVisibility);
    addEventListener('pagehide', this.onSuspend);
    addEventListener('pageshow', this.onResume);
    const unsubscribePrinting = printing.subscribe((phase) => {
      if (phase === 'begin') this.onSuspend();
      else this.onResume();
    });
    this.onVisibility();
    return () => {
      clearInterval(heartbeatTimer);
      unsubscribe();
      document.removeEventListener('visibilitychange', this.onVisibility);
      removeEventListener('pagehide', this.onSuspend);
      removeEventListener('pageshow', this.onResume);
      unsubscribePrinting();
      this.close();
    };
  };

  private readonly onVisibility = () => {
    if (document.visibilityState === 'hidden') this.close();
    else if (connection.isOnline()) this.open();
    // Timers of hidden pages are throttled, so check first.
    else void connection.check();
  };

  private readonly onSuspend = () => {
    this.isSuspended = true;
    this.close();
  };

  private readonly onResume = () => {
    this.isSuspended = false;
    this.onVisibility();
  };

  private readonly onConnection = () => {
    if (!connection.isOnline()) {
      this.lost = true;
      this.close();
    } else this.onVisibility();
  };

  private open() {
    if (this.current || this.isSuspended) return;
    this.close();
    const now = Date.now();
    const attempt = { controller: new AbortController(), startedAt: now, lastReceivedAt: now, isOpen: false };
    this.current = attempt;
    // Only at first: a stream that a proxy breaks must not delay reads again and again.
    if (!this.lost) readHold.begin();
    void this.run(attempt);
  }

  private close() {
    this.generation += 1;
    clearTimeout(this.retryTimer);
    this.current?.controller.abort();
    this.current = null;
    readHold.end();
  }

  private async run(attempt: StreamAttempt) {
    try {
      await this.read(attempt);
    } catch {
      // Errors and aborts are handled like the end of the stream.
    }
    if (this.current === attempt) await this.reconnect();
  }

  private async read(attempt: StreamAttempt) {
    const { signal } = attempt.controller;
    // No timeout. The signal is passed to `fetch` itself, because WebKit drops the signal of a garbage-collected
    // Request, which would leave aborted streams open.
    const fetchWithoutTimeout = (request: Request) => fetch(request, { signal });
    const body = await unwrap(
      api.GET('/api/events', { fetch: fetchWithoutTimeout, parseAs: 'stream', cache: 'no-store' }),
    );
    attempt.isOpen = true;
    attempt.lastReceivedAt = Date.now();
    this.listener.onOpen(this.lost, readHold.end());
    this.lost = false;
    // Comes with the student's pages, as the login page doesn't need it. If it can't be loaded, the stream is reopened.
    const { readServerSentEvents } = await import('./server-sent-events');
    for await (const events of readServerSentEvents(body)) {
      attempt.lastReceivedAt = Date.now();
      for (const { event = '', data: json } of events) {
        if (isTopic(event)) this.listener.onChange(parseChange(event, json));
      }
    }
  }

  /** Compares timestamps, because timers stop while the computer sleeps. */
  private readonly checkHeartbeat = () => {
    if (!this.current) return;
    const { isOpen, lastReceivedAt } = this.current;
    if (Date.now() - lastReceivedAt > (isOpen ? HEARTBEAT_TIMEOUT_MS : OPEN_TIMEOUT_MS))
      void this.reconnect();
  };

  /** Reconnects after a lost stream, if the server is reachable. Also checks whether the session has ended. */
  private async reconnect() {
    if (this.current && Date.now() - this.current.startedAt > STABLE_AFTER_MS) this.failures = 0;
    this.close();
    this.lost = true;
    const { generation } = this;
    const isServerUp = await connection.check();
    // If the server is unreachable, `connection` reports when it is back.
    if (!isServerUp || generation !== this.generation) return;
    this.listener.checkSession();
    const delay = RETRY_DELAYS_MS[this.failures] ?? RETRY_DELAYS_MS.at(-1);
    this.failures += 1;
    this.retryTimer = setTimeout(this.onVisibility, delay);
  }
}
