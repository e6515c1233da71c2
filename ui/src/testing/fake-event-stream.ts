import { vi } from 'vitest';

// Loaded before a stream opens, as with a student's pages; the first import takes longer than a test with a fake clock waits.
import '@/api/live/server-sent-events';

import { errorResponse } from './fake-server';

type Settle = { resolve: (answer: Response) => void; reject: (error: Error) => void };

/** The server's side of one request for `/api/events`. */
class FakeStream {
  closed = false;
  private readonly settle: Settle;
  private body: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(signal: AbortSignal | null | undefined, settle: Settle) {
    this.settle = settle;
    signal?.addEventListener('abort', () => {
      this.break(new DOMException('Called off.', 'AbortError'));
    });
  }

  /** Sends the response headers and a first comment, which opens the stream. */
  accept() {
    this.sendHeaders();
    this.send(': ping\n\n');
  }

  /** Sends the response headers, as a proxy that holds back the rest. */
  sendHeaders() {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.body = controller;
      },
    });
    this.settle.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
  }

  refuse(status: number) {
    this.answer(errorResponse(status, 'No.'));
  }

  /** Answers with something else than a stream. */
  answer(response: Response) {
    this.closed = true;
    this.settle.resolve(response);
  }

  say(name: string, data: unknown = {}) {
    this.send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends raw text. */
  send(text: string) {
    if (!this.closed) this.body?.enqueue(new TextEncoder().encode(text));
  }

  /** Ends the stream from the server's side. */
  end() {
    this.closed = true;
    this.body?.close();
  }

  /** Fails with a network error, before or after the stream is open. */
  fail() {
    this.break(new TypeError('network error'));
  }

  private break(error: Error) {
    if (this.closed) return;
    this.closed = true;
    this.settle.reject(error);
    this.body?.error(error);
  }
}

/** Replaces `fetch` for `/api/events`; other requests go on to the current `fetch`, such as that of `serve`. */
export function stubStreams() {
  const made: FakeStream[] = [];
  const other = globalThis.fetch;
  vi.stubGlobal('fetch', (request: Request | string, init?: RequestInit) => {
    if (typeof request === 'string' || !request.url.endsWith('/api/events')) return other(request);
    return new Promise<Response>((resolve, reject) => {
      // The signal of the options: the request's own doesn't work in every browser.
      made.push(new FakeStream(init?.signal, { resolve, reject }));
    });
  });
  const open = () => made.filter(({ closed }) => !closed);
  return {
    made: () => made.length,
    /** The number of streams that are open or opening. */
    open: () => open().length,
    only: () => {
      const [one, ...more] = open();
      if (!one || more.length > 0) throw new Error(`${open().length} streams are open, not one.`);
      return one;
    },
  };
}

/** Hides or shows the page. */
export function setVisibility(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}
