import { api, data } from '@/api/client';
import { connection } from '@/api/connection';
import { printing } from '@/lib/print-page';

import { eventsIn } from './live-events';
import { type Change, isTopic, readChange } from './live-topics';

/** The server says something at least every 15 s; a network that died without a word is noticed by its silence. */
const SILENT_MS = 35_000;
const OPENS_WITHIN_MS = 10_000;
const LISTEN_EVERY_MS = 5000;
/** A stream that lasted so long didn't fail. */
const LASTING_MS = 10_000;
/** Before the stream is opened again while the server answers otherwise; the last one for ever. */
const WAITS_MS = [100, 1000, 2000, 3000];

type StreamListener = {
  /** Something changed; null when what is unreadable. */
  onChange: (change: Change | null) => void;
  /** The stream is open: what was read before may have changed meanwhile. `lost`: with a whole class, perhaps. */
  onOpen: (lost: boolean) => void;
  /** Asks whether the session has ended; if so, this stream is stopped. */
  checkSession: () => void;
};

/** A stream, from the question for it to its end. */
type Opened = { calledOff: AbortController; askedAt: number; heardAt: number; answered: boolean };

/**
 * The server's events, as long as the page is visible: browsers allow six connections to one address. Read with `fetch`:
 * EventSource hides the comment lines, by which one knows that the server is still there.
 */
export class LiveStream {
  private readonly listener: StreamListener;
  private opened: Opened | null = null;
  private lost = false;
  private failures = 0;
  /** Counts openings and closings: what was waited for may be over. */
  private era = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** In the browser's memory of pages, or on its way to the printer: nothing may stay open. */
  private asleep = false;

  constructor(listener: StreamListener) {
    this.listener = listener;
  }

  /** Opens, and stays in step with page and connection; returns how to stop. */
  readonly follow = () => {
    const listening = setInterval(this.listen, LISTEN_EVERY_MS);
    const unsubscribe = connection.outage.subscribe(this.onConnection);
    document.addEventListener('visibilitychange', this.onVisibility);
    addEventListener('pagehide', this.onSleep);
    addEventListener('pageshow', this.onWake);
    const unsubscribePrinting = printing.subscribe((phase) => {
      if (phase === 'begin') this.onSleep();
      else this.onWake();
    });
    this.onVisibility();
    return () => {
      clearInterval(listening);
      unsubscribe();
      document.removeEventListener('visibilitychange', this.onVisibility);
      removeEventListener('pagehide', this.onSleep);
      removeEventListener('pageshow', this.onWake);
      unsubscribePrinting();
      this.close();
    };
  };

  private readonly onVisibility = () => {
    if (document.visibilityState === 'hidden') this.close();
    else if (connection.isOnline()) this.open();
    // A hidden page's timers stand nearly still.
    else void connection.check();
  };

  private readonly onSleep = () => {
    this.asleep = true;
    this.close();
  };

  private readonly onWake = () => {
    this.asleep = false;
    this.onVisibility();
  };

  private readonly onConnection = () => {
    if (!connection.isOnline()) {
      this.lost = true;
      this.close();
    } else this.onVisibility();
  };

  private open() {
    if (this.opened || this.asleep) return;
    this.close();
    const now = Date.now();
    const opened = { calledOff: new AbortController(), askedAt: now, heardAt: now, answered: false };
    this.opened = opened;
    void this.listenTo(opened);
  }

  private close() {
    this.era += 1;
    clearTimeout(this.retry);
    this.opened?.calledOff.abort();
    this.opened = null;
  }

  private async listenTo(opened: Opened) {
    try {
      await this.read(opened);
    } catch {
      // Refused, broken off or called off: what to do about it is the same as at an end.
    }
    if (this.opened === opened) await this.drop();
  }

  private async read(opened: Opened) {
    const { signal } = opened.calledOff;
    // Lasting, so without a limit. WebKit forgets the signal of a Request once nobody holds that one; what `fetch` itself
    // was given it keeps. Else each stream that was called off would stay open, and six are all there are.
    const fetchLasting = (request: Request) => fetch(request, { signal });
    const body = await data(
      api.GET('/api/events', { fetch: fetchLasting, parseAs: 'stream', cache: 'no-store' }),
    );
    opened.answered = true;
    opened.heardAt = Date.now();
    this.listener.onOpen(this.lost);
    this.lost = false;
    for await (const events of eventsIn(body)) {
      opened.heardAt = Date.now();
      for (const { event = '', data: json } of events) {
        if (isTopic(event)) this.listener.onChange(readChange(event, json));
      }
    }
  }

  /** Silence is read from the clock: a timer stands still while the computer sleeps. */
  private readonly listen = () => {
    if (!this.opened) return;
    const { answered, heardAt } = this.opened;
    if (Date.now() - heardAt > (answered ? SILENT_MS : OPENS_WITHIN_MS)) void this.drop();
  };

  /** The stream is lost, and doesn't say why: the server is away, the session has ended, or just the stream. */
  private async drop() {
    if (this.opened && Date.now() - this.opened.askedAt > LASTING_MS) this.failures = 0;
    this.close();
    this.lost = true;
    const { era } = this;
    const reached = await connection.check();
    // Without the server the connection says when it is back.
    if (!reached || era !== this.era) return;
    this.listener.checkSession();
    const wait = WAITS_MS[this.failures] ?? WAITS_MS.at(-1);
    this.failures += 1;
    this.retry = setTimeout(this.onVisibility, wait);
  }
}
