import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { healthy, errorResponse } from '@/testing/fake-server';

import { ApiError, isStatus, NetworkError, outageOf } from './api-error';
import { api, unwrap, unwrapOrNull } from './client';
import { connection } from './connection';
import { sessionExpiredEvent } from './session-expired-event';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const PAGE = '<!doctype html><h1>Blocked by your school</h1>';

function answer(status: number, body: string | null, headers: Record<string, string> = {}, statusText = '') {
  const fetched = vi.fn<(request: Request) => Promise<Response>>(() =>
    Promise.resolve(
      new Response(body, {
        status,
        statusText,
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    ),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It should have failed.');
    },
    (error: unknown) => error,
  );
}

afterEach(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
  await connection.check();
});

describe('a refused call', () => {
  // spec: 12.1
  it('is an error of status and body', async () => {
    const body = '{"error":"That class is gone.","code":"not_found"}';
    answer(404, body);
    const error = await failure(unwrap(api.GET('/api/classrooms')));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: `404: ${body}`,
      status: 404,
      code: 'not_found',
      error: 'That class is gone.',
    });
  });

  // spec: 12.1
  it('takes the status text when the body is empty', async () => {
    answer(502, '', {}, 'Bad Gateway');
    expect(await failure(unwrap(api.GET('/api/classrooms')))).toMatchObject({
      message: '502: Bad Gateway',
      error: undefined,
    });
  });

  it('keeps a body that is no JSON in the message only', async () => {
    answer(500, '<h1>Oops</h1>');
    expect(await failure(unwrap(api.GET('/api/classrooms')))).toMatchObject({
      message: '500: <h1>Oops</h1>',
      code: undefined,
      fields: {},
    });
  });

  it('carries field messages and the time to wait', async () => {
    answer(422, '{"error":"Look again.","code":"invalid","fields":{"name":"Too short.","odd":5}}');
    expect(await failure(unwrap(api.GET('/api/classrooms')))).toMatchObject({
      fields: { name: 'Too short.' },
    });
    answer(429, '{"error":"Wait a little.","code":"throttled"}', { 'Retry-After': '42' });
    expect(await failure(unwrap(api.GET('/api/classrooms')))).toMatchObject({ retryAfter: 42 });
  });
});

describe('a 401', () => {
  const OWN_401 = '{"error":"Please sign in.","code":"not_signed_in"}';
  const signedOut = vi.fn();
  let unsubscribe: () => void;
  beforeEach(() => {
    signedOut.mockClear();
    unsubscribe = sessionExpiredEvent.subscribe(signedOut);
  });
  afterEach(() => {
    unsubscribe();
  });

  // spec: 12.2
  it('is an empty result where that is asked for', async () => {
    answer(401, '{"error":"Sign in first.","code":"no_session"}');
    expect(await unwrapOrNull(api.GET('/api/auth/session'))).toBeNull();
  });

  // spec: 12.2
  it('signs out, unless it answers a sign-in', async () => {
    answer(401, OWN_401);
    await failure(
      unwrap(api.POST('/api/auth/student', { body: { username: 'a', password: 'b', classCode: 'c' } })),
    );
    await failure(api.POST('/api/auth/handoff/deliver', { body: { handoff: 'h', idToken: 't' } }));
    await failure(
      api.POST('/api/auth/handoff/claim', { body: { handoff: 'h', verifier: 'v', password: 'p' } }),
    );
    expect(signedOut).not.toHaveBeenCalled();
    await failure(unwrap(api.GET('/api/classrooms')));
    expect(signedOut).toHaveBeenCalledOnce();
  });

  // spec: 12.8
  it.each([
    ['a page', PAGE, HTML],
    ['nothing', '', {}],
    ['JSON of its own', '{"error":"blocked","code":401}', {}],
  ])('of a filter, with %s, signs nobody out', async (_what, body, headers) => {
    answer(401, body, headers);
    const error = await failure(unwrapOrNull(api.GET('/api/auth/session')));
    expect(isStatus(error, 401)).toBe(false);
    expect(outageOf(error)).toBe('server');
    expect(signedOut).not.toHaveBeenCalled();
  });

  it('of an earlier session does not end the present one', async () => {
    vi.stubGlobal('fetch', () => {
      sessionExpiredEvent.startEpoch();
      return Promise.resolve(errorResponse(401, 'Please sign in.'));
    });
    await failure(unwrap(api.GET('/api/classrooms')));
    expect(signedOut).not.toHaveBeenCalled();
  });
});

describe('a call', () => {
  // spec: 11.1
  it('sends the session cookie and JSON', async () => {
    const fetched = answer(201, '{"id":"1"}');
    await unwrap(api.POST('/api/classrooms', { body: { name: 'Math 101' } }));
    const request = fetched.mock.calls[0]?.[0];
    expect(request?.credentials).toBe('include');
    expect(request?.headers.get('Content-Type')).toBe('application/json');
  });

  it('that never arrives turns the connection off until the health call answers', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(unwrap(api.GET('/api/classrooms')))).toBeInstanceOf(NetworkError);
    expect(connection.isOnline()).toBe(false);
    await vi.advanceTimersByTimeAsync(2600);
    expect(connection.isOnline()).toBe(false);
    vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
    await vi.advanceTimersByTimeAsync(2600);
    expect(connection.isOnline()).toBe(true);
    vi.useRealTimers();
  });
});

describe('a call that something in between answers', () => {
  // spec: 12.8
  it.each([
    [200, PAGE, HTML],
    [200, '', { 'Content-Type': 'text/plain' }],
    [204, null, {}],
    [302, '', HTML],
    [401, PAGE, HTML],
    [403, PAGE, HTML],
    [403, '', {}],
    [403, '{"message":"Blocked"}', {}],
    [404, PAGE, HTML],
    [407, PAGE, HTML],
    [500, PAGE, HTML],
    [511, PAGE, HTML],
  ])(
    'with %d (%s) says that the server is out of reach, until the health call answers',
    async (status, body, headers) => {
      vi.useFakeTimers();
      answer(status, body, headers);
      expect(outageOf(await failure(unwrap(api.GET('/api/classrooms'))))).toBe('server');
      expect(connection.outage.get()).toBe('server');
      await vi.advanceTimersByTimeAsync(30_000);
      expect(connection.isOnline()).toBe(false);
      vi.stubGlobal('fetch', () => Promise.resolve(healthy()));
      await vi.advanceTimersByTimeAsync(35_000);
      expect(connection.isOnline()).toBe(true);
      vi.useRealTimers();
    },
  );

  it('that is a write is no success', async () => {
    answer(200, PAGE, HTML);
    const created = unwrap(api.POST('/api/classrooms', { body: { name: 'Math 101' } }));
    expect(await failure(created)).toBeInstanceOf(NetworkError);
  });
});

describe('a call that nothing answers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Makes requests hang, as when the Wi-Fi drops out: `calledOff` rejects when the client aborts the request. */
  function hang(answer: (calledOff: Promise<never>) => Promise<Response>) {
    vi.stubGlobal('fetch', (request: Request | string, init: RequestInit = {}) => {
      if (typeof request === 'string') return Promise.resolve(healthy());
      const calledOff = new Promise<never>((_resolve, reject) => {
        (init.signal ?? request.signal).addEventListener('abort', () => {
          reject(new DOMException('Aborted.', 'AbortError'));
        });
      });
      return answer(calledOff);
    });
  }
  const silence = () => {
    hang((calledOff) => calledOff);
  };
  const create = () => unwrap(api.POST('/api/classrooms', { body: { name: 'Math 101' } }));
  const list = () => unwrap(api.GET('/api/classrooms'));

  it.each([
    ['write', create],
    ['read', list],
  ])('ends after 20 s, as a %s that never arrived', async (_what, call) => {
    silence();
    const ended = vi.fn();
    const error = failure(call()).finally(ended);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(ended).not.toHaveBeenCalled();
    expect(connection.isOnline()).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(await error).toBeInstanceOf(NetworkError);
    expect(connection.isOnline()).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(connection.isOnline()).toBe(true);
  });

  it('whose body stalls ends too', async () => {
    const half = new TextEncoder().encode('[{');
    hang((calledOff) => {
      const body = new ReadableStream({
        start: (stream) => {
          stream.enqueue(half);
        },
        pull: () => calledOff,
      });
      return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
    });
    const error = failure(list());
    await vi.advanceTimersByTimeAsync(20_100);
    expect(await error).toBeInstanceOf(NetworkError);
    await vi.advanceTimersByTimeAsync(1000);
  });

  it("that was aborted doesn't count as a lost connection", async () => {
    silence();
    const call = new AbortController();
    const error = failure(unwrap(api.GET('/api/classrooms', { signal: call.signal })));
    await vi.advanceTimersByTimeAsync(1000);
    call.abort();
    expect(await error).not.toBeInstanceOf(NetworkError);
    expect(connection.isOnline()).toBe(true);
  });
});
