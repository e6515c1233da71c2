import { afterEach, describe, expect, it, vi } from 'vitest';

import { eventStreams } from './event-reader';

/** A server that answers the stream's call; what it says is pushed. */
function server(status = 200) {
  let say: ReadableStreamDefaultController<Uint8Array> | undefined;
  let signal: AbortSignal | null | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      say = controller;
    },
  });
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    signal = init.signal;
    return Promise.resolve(new Response(body, { status }));
  });
  const write = (text: string) => say?.enqueue(new TextEncoder().encode(text));
  return {
    write,
    end: () => say?.close(),
    breakOff: () => say?.error(new TypeError('lost')),
    signal: () => signal,
  };
}

function listen() {
  const stream = eventStreams.open('/api/events');
  const heard: string[] = [];
  stream.onopen = () => heard.push('open');
  stream.onerror = () => heard.push('error');
  stream.addEventListener('comment', () => heard.push('comment'));
  stream.addEventListener('goals', (event) => heard.push(`goals ${String((event as MessageEvent).data)}`));
  return { stream, heard };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('eventStreams', () => {
  it('tells events and comment lines, however they are cut into pieces', async () => {
    const { write } = server();
    const { heard } = listen();
    await settled();
    write(': ping\n\nevent: go');
    write('als\ndata: {"classroomId":"c1"}\n\n');
    await settled();
    expect(heard).toEqual(['open', 'comment', 'goals {"classroomId":"c1"}']);
  });

  it.each(['end', 'breakOff'] as const)('tells once that it is over (%s)', async (how) => {
    const computer = server();
    const { heard, stream } = listen();
    await settled();
    computer[how]();
    await settled();
    expect(heard).toEqual(['open', 'error']);
    expect(stream.readyState).not.toBe(eventStreams.OPEN);
  });

  it('tells that it was refused', async () => {
    server(401);
    const { heard } = listen();
    await settled();
    expect(heard).toEqual(['error']);
  });

  it('closed on purpose it says nothing more', async () => {
    const computer = server();
    const { heard, stream } = listen();
    await settled();
    stream.close();
    await settled();
    expect(computer.signal()?.aborted).toBe(true);
    expect(heard).toEqual(['open']);
  });
});
