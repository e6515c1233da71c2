import { vi } from 'vitest';

type Settle = { resolve: (answer: Response) => void; reject: (error: Error) => void };

/** One open question for `/api/events`, with the server's side of it. */
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

  /** The server has accepted the stream. */
  accept() {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.body = controller;
      },
    });
    this.settle.resolve(new Response(body));
    this.send(': ping\n\n');
  }

  refuse(status: number) {
    this.closed = true;
    this.settle.resolve(new Response('{}', { status }));
  }

  say(name: string, data: unknown = {}) {
    this.send(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** The bytes as they are. */
  send(text: string) {
    if (!this.closed) this.body?.enqueue(new TextEncoder().encode(text));
  }

  /** The server ends the stream. */
  end() {
    this.closed = true;
    this.body?.close();
  }

  /** The stream breaks off, or the server can't be reached. */
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

/** Stands in for `/api/events`; every other question goes to what stands in for the server already. */
export function stubStreams() {
  const made: FakeStream[] = [];
  const other = globalThis.fetch;
  vi.stubGlobal('fetch', (request: Request | string, init?: RequestInit) => {
    if (typeof request === 'string' || !request.url.endsWith('/api/events')) return other(request);
    return new Promise<Response>((resolve, reject) => {
      // Not the request's: that one can't be relied on.
      made.push(new FakeStream(init?.signal, { resolve, reject }));
    });
  });
  const open = () => made.filter(({ closed }) => !closed);
  return {
    made: () => made.length,
    /** Those that are open or opening. */
    open: () => open().length,
    only: () => {
      const [one, ...more] = open();
      if (!one || more.length > 0) throw new Error(`${open().length} streams are open, not one.`);
      return one;
    },
  };
}

/** The page is hidden or shown. */
export function setVisibility(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}
