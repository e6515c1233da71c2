import { createParser } from 'eventsource-parser';

const OPENING = 0;
const OPEN = 1;
const CLOSED = 2;

/** The part of EventSource that is used, and `comment` events besides. */
export type EventStream = EventTarget & {
  readonly readyState: number;
  onopen: (() => void) | null;
  onerror: (() => void) | null;
  close: () => void;
};

/**
 * Server-sent events by `fetch`. EventSource hides comment lines, which alone tell that the server is still there while
 * nothing happens. It doesn't connect again by itself.
 */
class EventReader extends EventTarget implements EventStream {
  readyState = OPENING;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  private readonly stop = new AbortController();

  constructor(url: string) {
    super();
    void this.read(url);
  }

  close() {
    this.readyState = CLOSED;
    this.stop.abort();
  }

  private async read(url: string) {
    try {
      const answer = await fetch(url, { cache: 'no-store', signal: this.stop.signal });
      if (answer.ok && answer.body) await this.readBody(answer.body);
    } catch {
      // Closed here, or broken off on the way: either way it is over.
    }
    if (this.readyState !== CLOSED) {
      this.close();
      this.onerror?.();
    }
  }

  private async readBody(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => this.dispatchEvent(new MessageEvent(event, { data })),
      onComment: () => this.dispatchEvent(new Event('comment')),
    });
    this.readyState = OPEN;
    this.onopen?.();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) parser.feed(piece.value);
  }
}

export const eventStreams = {
  open: (url: string): EventStream => new EventReader(url),
  OPEN,
};
