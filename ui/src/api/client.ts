import createClient, { type Middleware } from 'openapi-fetch';

import { ApiError, isStatus, NetworkError, whatIsAway } from './api-error';
import { connection } from './connection';
import { fetchInTime } from './fetch-in-time';
import type { paths } from './generated/schema';
import { NEEDS_RESCUE, rescueNeeded } from './rescue-signal';
import { sessionUse } from './session-use';
import { signOutSignal } from './sign-out-signal';

/** A 401 of these says "wrong password", not "signed out". */
const SIGN_IN_CALLS = new Set([
  '/api/auth/teacher',
  '/api/auth/register-teacher',
  '/api/auth/firebase',
  '/api/auth/student',
  '/api/auth/handoff/deliver',
  '/api/auth/handoff/claim',
  '/api/auth/recover',
]);

/** The school lets this teacher in no more: whoever is signed out by that has to know. */
const DISABLED = 'teacher_disabled';

/** The error of a refused answer; a 401 also signs out, unless it answers a sign-in. */
export function refused(
  status: number,
  statusText: string,
  body: string,
  retryAfter: string | null,
  call: { path: string; era: number },
): ApiError {
  const error = new ApiError(status, statusText, body, retryAfter);
  const away = whatIsAway(error);
  if (away !== null) connection.refused(away, error.retryAfter);
  if (status === 401 && !SIGN_IN_CALLS.has(call.path)) {
    signOutSignal.send(call.era, error.code === DISABLED ? (error.error ?? null) : null);
  }
  if (error.code === NEEDS_RESCUE) rescueNeeded.set(true);
  return error;
}

/** The error of a call that didn't get through, or not in time; one that was called off on purpose stays what it is. */
export function unreached(error: unknown): Error {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  connection.lost();
  return new NetworkError(error);
}

const eras = new Map<string, number>();

const throwFailures: Middleware = {
  onRequest({ id }) {
    eras.set(id, signOutSignal.era());
  },
  async onResponse({ response, schemaPath, id }) {
    const era = eras.get(id) ?? signOutSignal.era();
    eras.delete(id);
    if (response.ok) {
      sessionUse.note();
      return;
    }
    const body = await response.text().catch(() => '');
    throw refused(response.status, response.statusText, body, response.headers.get('Retry-After'), {
      path: schemaPath,
      era,
    });
  },
  onError({ error, id }) {
    eras.delete(id);
    return unreached(error);
  },
};

export const api = createClient<paths>({
  // Node's Request, under which the tests run, knows no relative addresses.
  baseUrl: location.origin,
  credentials: 'include',
  fetch: fetchInTime,
});
api.use(throwFailures);

type Answer<Data> = { data?: Data; response: Response };

/** The data of an answer, and its headers: every failure was thrown before. */
export async function dataAndHeaders<Data>(
  answer: Promise<Answer<Data>>,
): Promise<{ body: NonNullable<Data>; headers: Headers }> {
  const { data: body, response } = await answer;
  if (body === undefined || body === null) throw new Error('The answer was empty.');
  return { body, headers: response.headers };
}

/** The data of an answer. */
export async function data<Data>(answer: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  return (await dataAndHeaders(answer)).body;
}

/** For a change that may have been made already, as when the first response was lost: such an error is a success too. */
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

/** Of a deletion: what has gone already is deleted too. */
export async function deleted(answer: Promise<unknown>): Promise<void> {
  await ignoreErrors(answer, (error) => isStatus(error, 404));
}

/** Like `data`, but 401 is an empty result. */
export async function dataOrNull<Data>(answer: Promise<Answer<Data>>): Promise<NonNullable<Data> | null> {
  try {
    return await data(answer);
  } catch (error) {
    if (isStatus(error, 401)) return null;
    throw error;
  }
}
