import { vi } from 'vitest';

import type { components, paths } from '@/api/generated/schema';
import type { CurrentSession } from '@/api/types';
import { readSavedUser } from '@/auth/saved-user';

import { buildSession } from './builders';
import { FakeUploadRequest, type Upload } from './fake-upload-request';
import { buildHealth } from './server-builders';
import { respondWithStudentHome } from './student-home';
import { turns } from './turns';

export type Call<Body = unknown> = {
  method: string;
  path: string;
  /** Path parameters, such as `goal_id`. */
  params: Partial<Record<string, string>>;
  /** The search string, such as "?status=pending". */
  query: string;
  body: Body;
  /** The Idempotency-Key. */
  key: string | null;
  headers: Headers;
  /** Reports progress of an upload: the fraction sent, 0 to 1. */
  onProgress: (part: number) => void;
};

declare const bodyType: unique symbol;
/** A response whose JSON body has been type-checked. */
export type Reply<Body> = Response & { readonly [bodyType]?: Body };
type Handler<Request, Body> = (call: Call<Request>) => Reply<Body> | Promise<Reply<Body>>;

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : undefined;
type RequestBody<Operation> = Operation extends { requestBody?: infer Body }
  ? Body extends { content: { 'multipart/form-data': unknown } }
    ? FormData
    : Body extends { content: { 'application/octet-stream': unknown } }
      ? Blob
      : Json<Body>
  : undefined;
type ResponseBody<Operation> = Operation extends { responses: infer Responses }
  ? Json<Responses[keyof Responses & (200 | 201 | 202)]>
  : undefined;

/** Ids in tests are a letter and a number; any string would match longer paths too. */
type Ids = {
  student_id: `s${number}` | '{student_id}';
  teacher_id: `t${number}` | '{teacher_id}';
  assignment_id: `a${number}`;
  classroom_id: `c${number}` | '{classroom_id}';
};
type Fill<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer End}`
  ? `${Start}${Name extends keyof Ids ? Ids[Name] : string}${Fill<End>}`
  : Path;
type Operation = {
  [Path in keyof paths]: {
    [M in Method]: paths[Path][M] extends object
      ? { name: `${Uppercase<M>} ${Fill<Path>}${'' | `?${string}`}`; of: paths[Path][M] }
      : never;
  }[Method];
}[keyof paths];

/**
 * Handlers by method and path, with the types of the schema. The path has its parameters filled in, as in
 * "POST /api/goals/g1/complete", or in braces for any value, as in "POST /api/goals/{goal_id}/complete". A path with a
 * query string goes before the same path without.
 */
export type Handlers = {
  [O in Operation as O['name']]?: Handler<RequestBody<O['of']>, ResponseBody<O['of']>>;
};

type ErrorBody = components['schemas']['ErrorResponse'];

export function json<Body>(body: Body, status = 200, headers: Record<string, string> = {}): Reply<Body> {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

export function errorResponse(status: number, error: string, rest: Partial<ErrorBody> = {}): Reply<never> {
  const body: ErrorBody = { error, code: 'refused', key: 'refused', ...rest };
  return new Response(JSON.stringify(body), { status });
}

export function noContent(): Reply<never> {
  return new Response(null, { status: 204 });
}

/** The response of the health call while everything works. */
export function healthy(): Reply<components['schemas']['Health']> {
  return json(buildHealth());
}

/** Delays a response, so that a test can click a second time before it arrives. */
export async function slowly<Body>(response: Reply<Body>): Promise<Reply<Body>> {
  await turns(30);
  return response;
}

/** The session of the user that is saved in local storage. */
export function currentSession(): Reply<CurrentSession> {
  const user = readSavedUser();
  return user ? json(buildSession({ user })) : errorResponse(401, 'Please sign in.');
}

function openStream(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(': ping\n\n'));
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

/**
 * Handlers of the calls of the providers and layouts, which are recorded only if a test handles them. The event stream is open and sends
 * no events.
 */
const defaults: Handlers = {
  'GET /api/auth/session': currentSession,
  'GET /api/health': healthy,
  'GET /api/events': openStream,
  'GET /api/students/{student_id}/savings': () => json(null),
  'GET /api/teachers/{teacher_id}/substitutions': () => json([]),
};

type AnyHandler = (call: Call) => Response | Promise<Response>;
type Match = { handler: AnyHandler; params: Call['params'] };

/** The handler of a call: one with the very path, else one with parameters in braces. */
function match(handlers: Handlers, name: string): Match | undefined {
  const all = handlers as Record<string, AnyHandler>;
  const exact = all[name];
  if (exact) return { handler: exact, params: {} };
  for (const [pattern, handler] of Object.entries(all)) {
    if (!pattern.includes('{')) continue;
    const found = new RegExp(`^${pattern.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?]+)')}$`).exec(name);
    if (found) return { handler, params: found.groups ?? {} };
  }
  return undefined;
}

/** One function for all calls, so that tests can compare them. */
const ignoreProgress = () => undefined;

async function read(input: Request | string): Promise<Call> {
  const request = typeof input === 'string' ? new Request(new URL(input, location.origin)) : input;
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    path: pathname,
    params: {},
    query: search,
    body: text === '' ? undefined : JSON.parse(text),
    key: request.headers.get('Idempotency-Key'),
    headers: request.headers,
    onProgress: ignoreProgress,
  };
}

/** Replaces `fetch` outside of tests: no request reaches the network, and none fails. */
export const neverRespond: typeof fetch = () => new Promise(() => undefined);

let currentTest = Symbol();

/** Ends the calls of the current test: they neither get a response nor fail in the next one. */
export function endCalls() {
  currentTest = Symbol();
}

/** Resolves like the promise, but never after the end of the test. */
async function duringTest<Value>(promise: Promise<Value>): Promise<Value> {
  const test = currentTest;
  const value = await promise;
  return test === currentTest ? value : new Promise(() => undefined);
}

let unexpected: string[] = [];

/** Fails the test that made calls without a handler. */
export function expectNoUnexpectedCalls() {
  const calls = [...new Set(unexpected)];
  unexpected = [];
  if (calls.length > 0) throw new Error(`serve() has no handler for ${calls.join(', ')}.`);
}

const HOME = /^\/api\/students\/(\w+)\/home$/;

/**
 * Replaces `fetch`, and the request of `upload`, by a server with these handlers; returns the calls as they come. The call
 * that several queries of a student share needs no handler: its response is made of those of the single calls.
 */
export function serve(handlers: Handlers): Call[] {
  const calls: Call[] = [];
  const findOwn = ({ method, path, query }: Call) =>
    match(handlers, `${method} ${path}${query}`) ?? match(handlers, `${method} ${path}`);
  const respond = async (call: Call) => {
    const own = findOwn(call);
    return own?.handler({ ...call, params: own.params });
  };
  const answer = async (call: Call) => {
    const name = `${call.method} ${call.path}`;
    const own = findOwn(call);
    const studentId = own ? undefined : HOME.exec(call.path)?.[1];
    if (studentId !== undefined) {
      calls.push(call);
      return respondWithStudentHome(studentId, (path, query) => respond({ ...call, path, query }));
    }
    const found = own ?? match(defaults, name);
    if (own || !found) calls.push(call);
    if (found) return found.handler({ ...call, params: found.params });
    unexpected.push(name);
    return errorResponse(404, `Nothing at ${call.path}.`);
  };
  vi.stubGlobal('fetch', async (request: Request | string) =>
    duringTest(answer(await duringTest(read(request)))),
  );
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeUploadRequest {
      protected override answer = async (upload: Upload) =>
        duringTest(answer({ ...upload, params: {}, query: '', key: upload.headers.get('Idempotency-Key') }));
    },
  );
  return calls;
}
