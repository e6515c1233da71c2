import { select } from '@lingui/core/macro';

import { isRecord } from '@/lib/is-record';
import { parseObject } from '@/lib/parse-object';

import { serverKind } from './server-kind';
import { type SentenceKey, serverSentence } from './server-sentence';

/** The part of the system that is unreachable. */
export type Outage = 'server' | 'database';

/** An error response: the server's, or a foreign one of something between this device and the server (no `code`). */
export class ApiError extends Error {
  override readonly name = 'ApiError' as const;
  readonly status: number;
  /** The server's slug, such as "already_reviewed". Every error response of the server has one. */
  readonly code: string | undefined;
  /** The server's slug of its message, and the parameters of the message. */
  readonly key: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  /** Messages by field in English, of a 422. */
  readonly fields: Readonly<Record<string, string>>;
  /** Keys of the messages by field. */
  readonly fieldKeys: Readonly<Record<string, SentenceKey>>;
  /** Seconds to wait, of a 429 or 503. */
  readonly retryAfter: number | undefined;
  readonly #english: string | undefined;

  constructor(status: number, statusText: string, bodyText: string, retryAfter: string | null) {
    super(`${status}: ${bodyText || statusText}`);
    this.status = status;
    const body = parseObject(bodyText);
    this.code = nonEmptyString(body['code']);
    this.#english = nonEmptyString(body['error']);
    this.key = nonEmptyString(body['key']);
    this.params = recordOf(body['params']);
    this.fields = stringValues(body['fields']);
    this.fieldKeys = recordValues(body['fieldKeys']);
    this.retryAfter = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  }

  /** The server's message for users, in the current language. */
  get error(): string | undefined {
    return this.#english === undefined ? undefined : serverSentence(this, this.#english);
  }
}

/** The request or its response got lost, or something else answered in place of the server. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError' as const;

  constructor(cause: unknown) {
    super(String(cause), { cause });
  }

  /** The message for users, in the current language. */
  get error(): string {
    return select(
      { server: serverKind() },
      {
        school: "Can't reach the school’s server.",
        other: "Can't reach the class computer.",
      },
    );
  }
}

/** Whether the server responded with this status. False for a foreign response, such as a school filter's 401. */
export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.code !== undefined && error.status === status;
}

/** Whether the response has this error code. */
export function isCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Of a proxy with a lower limit than the server's: the same request would fail again. */
const BODY_TOO_LARGE = 413;

/** The outage that an error reports, or null. The request may still have been executed. */
export function outageOf(error: unknown): Outage | null {
  if (error instanceof NetworkError) return 'server';
  if (!(error instanceof ApiError)) return null;
  // The code predates the class store and concerns the database.
  if (error.code === 'store_unavailable') return 'database';
  return error.code === undefined && error.status !== BODY_TOO_LARGE ? 'server' : null;
}

/** Whether other requests would fail too: outages, server errors and 401. */
export function isSystemicError(error: unknown): boolean {
  if (!(error instanceof ApiError) || outageOf(error) !== null) return true;
  return error.status === 401 || error.status >= 500;
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const recordOf = (value: unknown) => (isRecord(value) ? value : {});

function recordValues(value: unknown): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(recordOf(value)).map(([name, each]) => [name, recordOf(each)]));
}

function stringValues(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(recordOf(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
