import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Returns a function that parses the next chunk of an event stream and returns its events; none for comment lines. */
export function createEventParser(): (chunk: Uint8Array) => EventSourceMessage[] {
  const decoder = new TextDecoder();
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  return (chunk) => {
    parser.feed(decoder.decode(chunk, { stream: true }));
    return events.splice(0);
  };
}
