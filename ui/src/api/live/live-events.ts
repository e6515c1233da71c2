import { createParser, type EventSourceMessage } from 'eventsource-parser';

/**
 * What the server says, as it comes: the events of each piece, none in a piece of comment lines. With a reader, as Safari
 * can't go through a stream with `for await`.
 */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
    yield events.splice(0);
  }
}
