import createClient, { type Middleware } from 'openapi-fetch';

import { serverClock } from '@/lib/server-clock';

import { ApiError, isStatus, NetworkError, outageOf } from './api-error';
import { connection } from './connection';
import { NEEDS_RECOVERY, recoveryNeeded } from './database-recovery';
import { fetchWithTimeout } from './fetch-with-timeout';
import type { paths } from './generated/schema';
import { readHold } from './live/read-hold';
import { sessionActivity } from './session-activity';
import { sessionExpiredEvent } from './session-expired-event';

/** A 401 from these means wrong credentials rather than an expired session. */
const SIGN_IN_PATHS = new Set([
  '/api/auth/teacher',
  '/api/auth/register-teacher',
  '/api/auth/firebase',
  '/api/auth/student',
  '/api/auth/pictures',
  '/api/auth/pictures/names',
  '/api/auth/handoff/deliver',
  '/api/auth/handoff/claim',
  '/api/auth/recover',
  '/api/auth/card',
  '/api/auth/card/look',
]);

/** Code of a 401 to a signed-in teacher: the code of an invitation to a class is wrong. */
const INVALID_INVITATION = 'invalid_invitation';

/** Code of a disabled teacher account. */
const TEACHER_DISABLED = 'teacher_disabled';

/** Its outages aren't reported: the stream checks the server itself, because other calls may work without it. */
const EVENTS_PATH = '/api/events';

type Call = { path: string; epoch: number };

/**
 * Whether a successful response is the server's rather than that of a portal or filter: JSON, events, or the 204 of a
 * write (docs/api.md).
 */
export function isOwnSuccess(method: string, status: number, contentType: string | null): boolean {
  if (status === 204) return method !== 'GET';
  return contentType !== null && /^(application\/json|text\/event-stream)\b/.test(contentType);
}

/**
 * Reports what an error response says about the server or the session, and returns its ApiError: an outage starts
 * polling (connection.ts), the server's 401 ends the session (except for sign-in requests and invitations), a damaged database
 * shows its recovery.
 */
export function handleErrorResponse(
  status: number,
  statusText: string,
  body: string,
  retryAfter: string | null,
  call: Call,
): ApiError {
  const error = new ApiError(status, statusText, body, retryAfter);
  const outage = outageOf(error);
  if (outage !== null && call.path !== EVENTS_PATH) connection.reportOutageResponse(outage, error.retryAfter);
  if (isStatus(error, 401) && !SIGN_IN_PATHS.has(call.path) && error.code !== INVALID_INVITATION) {
    sessionExpiredEvent.emit(call.epoch, error.code === TEACHER_DISABLED ? (error.error ?? null) : null);
  }
  if (error.code === NEEDS_RECOVERY) recoveryNeeded.set(true);
  return error;
}

/** Reports that something else answered in place of the server, and returns a NetworkError. */
export function handleForeignSuccess(path: string): NetworkError {
  if (path !== EVENTS_PATH) connection.reportOutageResponse('server');
  return new NetworkError(new Error('The response is not from GoalBucks.'));
}

/**
 * Reports that the server can't be reached, and returns a NetworkError. An AbortError isn't reported: it is returned
 * unchanged.
 */
export function handleNetworkError(error: unknown, path: string): Error {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  if (path !== EVENTS_PATH) connection.reportNoResponse();
  return new NetworkError(error);
}

const epochs = new Map<string, number>();

const throwOnError: Middleware = {
  onRequest({ id }) {
    epochs.set(id, sessionExpiredEvent.epoch());
  },
  async onResponse({ request, response, schemaPath, id }) {
    const epoch = epochs.get(id) ?? sessionExpiredEvent.epoch();
    epochs.delete(id);
    if (response.ok) {
      if (!isOwnSuccess(request.method, response.status, response.headers.get('Content-Type')))
        throw handleForeignSuccess(schemaPath);
      serverClock.read(response);
      sessionActivity.record();
      return;
    }
    const body = await response.text().catch(() => '');
    const retryAfter = response.headers.get('Retry-After');
    throw handleErrorResponse(response.status, response.statusText, body, retryAfter, {
      path: schemaPath,
      epoch,
    });
  },
  onError({ error, schemaPath, id }) {
    epochs.delete(id);
    return handleNetworkError(error, schemaPath);
  },
};

/** The stream's own request isn't held back. */
const holdReads: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (request.method === 'GET' && schemaPath !== EVENTS_PATH) await readHold.ended();
  },
};

export const api = createClient<paths>({
  // Absolute, because Node's Request doesn't accept relative URLs.
  baseUrl: location.origin,
  credentials: 'include',
  fetch: fetchWithTimeout,
});
api.use(throwOnError, holdReads);

type FetchResult<Data> = { data?: Data; response: Response };

/** Returns the body and headers of a response; errors were thrown by the middleware. */
export async function unwrapWithHeaders<Data>(
  result: Promise<FetchResult<Data>>,
): Promise<{ body: NonNullable<Data>; headers: Headers }> {
  const { data: body, response } = await result;
  if (body === undefined || body === null) throw new Error('The answer was empty.');
  return { body, headers: response.headers };
}

/** Returns the body of a response. */
export async function unwrap<Data>(result: Promise<FetchResult<Data>>): Promise<NonNullable<Data>> {
  return (await unwrapWithHeaders(result)).body;
}

/**
 * Returns undefined for an error by which `isDone` recognizes that the change was made before, for example when the
 * first response was lost.
 */
export async function ignoreErrors<Answer>(
  answer: Promise<Answer>,
  isDone: (error: unknown) => boolean,
): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isDone(error)) return undefined;
    throw error;
  }
}

/** For deletions: a 404 is a success, because the row is already deleted. */
export async function ignoreNotFound(result: Promise<unknown>): Promise<void> {
  await ignoreErrors(result, (error) => isStatus(error, 404));
}

/** Like `unwrap`, but returns null for a 401. */
export async function unwrapOrNull<Data>(
  result: Promise<FetchResult<Data>>,
): Promise<NonNullable<Data> | null> {
  try {
    return await unwrap(result);
  } catch (error) {
    if (isStatus(error, 401)) return null;
    throw error;
  }
}
