import { createParser, type EventSourceMessage } from 'eventsource-parser';

/**
 * Yields the server-sent events of each chunk; empty for comment lines. Uses a reader, because Safari can't iterate
 * streams.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<EventSourceMessage[]> {
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
