import { api, unwrap } from '@/api/client';
import { connection } from '@/api/connection';
import { printing } from '@/lib/print-page';

import { type LiveChange, isTopic, parseChange } from './live-topics';
import { readHold } from './read-hold';

/** The server sends something at the start, and a heartbeat at least every 15 s. */
const HEARTBEAT_TIMEOUT_MS = 33_000;
const OPEN_TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 1000;
/** A stream open for this long resets the failure count. */
const STABLE_AFTER_MS = 10_000;
/** Delays before reconnecting while the server is reachable; the last one repeats. */
const RETRY_DELAYS_MS = [100, 1000, 3000, 10_000, 20_000];
/** Interval of polling while no stream works. With jitter, so that a class doesn't poll all at once. */
const POLL_INTERVAL_MS = 10_000;

type StreamListener = {
  /** Called on a change; null if the event can't be parsed. */
  onChange: (change: LiveChange | null) => void;
  /**
   * Called when the stream is open. `lost`: the connection was lost before, so many clients may refetch at once.
   * `heldSince`: reads that started after this time (by `performance.now`) are sent only now; null if none were held.
   */
  onOpen: (lost: boolean, heldSince: number | null) => void;
  /** Called at an interval while the page is visible, the server reachable and no stream works. */
  onPoll: () => void;
  /** Checks whether the session has ended. */
  checkSession: () => void;
};

/** State of one connection attempt. */
type StreamAttempt = {
  controller: AbortController;
  startedAt: number;
  lastReceivedAt: number;
  /** Whether anything was received: a proxy may pass on the headers and hold back the rest. */
  isOpen: boolean;
};

/**
 * Server-sent events while the page is visible, as browsers allow six connections per host. Uses `fetch`, because
 * EventSource hides the heartbeat comments. Where no stream works, such as behind a filter that refuses or holds it back,
 * the listener polls (ADR 0069).
 */
export class LiveStream {
  private readonly listener: StreamListener;
  private current: StreamAttempt | null = null;
  private lost = false;
  private failures = 0;
  /** True from the loss of a stream until one has sent more than its beginning. */
  private isPolling = false;
  private nextPollAt = 0;
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
    const checkTimer = setInterval(this.check, CHECK_INTERVAL_MS);
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
      clearInterval(checkTimer);
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
    // A reader, because Safari can't iterate streams.
    const reader = body.getReader();
    let { value } = await reader.read();
    if (!value) return;
    attempt.isOpen = true;
    attempt.lastReceivedAt = Date.now();
    this.listener.onOpen(this.lost, readHold.end());
    this.lost = false;
    // Comes with the student's pages, as the login page doesn't need it. If it can't be loaded, the stream is reopened.
    const { createEventParser } = await import('./server-sent-events');
    const parse = createEventParser();
    while (value) {
      attempt.lastReceivedAt = Date.now();
      for (const { event = '', data: json } of parse(value)) {
        if (isTopic(event)) this.listener.onChange(parseChange(event, json));
      }
      ({ value } = await reader.read());
      // A proxy may have held back everything after the beginning.
      if (value) this.isPolling = false;
    }
  }

  /** Compares timestamps, because timers stop while the computer sleeps. */
  private readonly check = () => {
    const now = Date.now();
    if (this.current) {
      const { isOpen, lastReceivedAt } = this.current;
      if (now - lastReceivedAt > (isOpen ? HEARTBEAT_TIMEOUT_MS : OPEN_TIMEOUT_MS)) void this.reconnect();
    }
    if (!this.isPolling || this.isSuspended || document.visibilityState === 'hidden') return;
    if (now < this.nextPollAt || !connection.isOnline()) return;
    this.nextPollAt = now + POLL_INTERVAL_MS * (0.8 + 0.4 * Math.random());
    this.listener.onPoll();
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
    this.isPolling = true;
    this.listener.checkSession();
    const delay = RETRY_DELAYS_MS[this.failures] ?? RETRY_DELAYS_MS.at(-1);
    this.failures += 1;
    this.retryTimer = setTimeout(this.onVisibility, delay);
  }
}
