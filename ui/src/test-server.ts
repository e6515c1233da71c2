import { vi } from 'vitest';

/** `query` is what stands after the path, such as "?status=pending". */
export type Call = { method: string; path: string; query: string; body: unknown; key: string | null };
type Handler = (call: Call) => Response | Promise<Response>;

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

export function refusal(status: number, error: string, rest: object = {}): Response {
  return json({ error, code: 'refused', ...rest }, status);
}

export function noContent(): Response {
  return new Response(null, { status: 204 });
}

/** Stands in for the class computer: handlers by "POST /api/students". Answers the list of the calls that came. */
export function serve(handlers: Record<string, Handler>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (request: Request | string) => {
    // The connection's own question whether the server is back.
    if (typeof request === 'string') return json({ status: 'ok' });
    // A stream that never opens, after which what is on screen would be asked for anew; no question of a page's.
    if (request.url.endsWith('/api/events')) return new Promise<Response>(() => undefined);
    const text = await request.text();
    const { pathname, search } = new URL(request.url);
    const call = {
      method: request.method,
      path: pathname,
      query: search,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      key: request.headers.get('Idempotency-Key'),
    };
    calls.push(call);
    const handler = handlers[`${call.method} ${call.path}`];
    return handler ? handler(call) : refusal(404, `Nothing at ${call.path}.`);
  });
  return calls;
}

/** An answer that takes its time: long enough for a second click. */
export function slowly(response: Response): Promise<Response> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(response);
    }, 30);
  });
}
