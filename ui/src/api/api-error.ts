import { host } from '@/lib/host';
import { isRecord } from '@/lib/is-record';

/** What a call needs and didn't find. */
export type Away = 'server' | 'database';

/** A call that the server answered, but not with success. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's slug, such as "already_reviewed". */
  readonly code: string | undefined;
  /** The server's sentence for people. */
  readonly error: string | undefined;
  /** Messages by field, of a 422. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait, of a 429 or 503. */
  readonly retryAfter: number | undefined;

  constructor(status: number, statusText: string, bodyText: string, retryAfter: string | null) {
    super(`${status}: ${bodyText || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const body = parseObject(bodyText);
    this.code = text(body['code']);
    this.error = text(body['error']);
    this.fields = textValues(body['fields']);
    this.retryAfter = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  }
}

/** A call that never reached the server, or whose answer never came. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(`Can't reach the ${host()}.`, { cause });
    this.name = 'NetworkError';
  }
}

export function isStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** Whether the server refused with this slug. */
export function isCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** A proxy before a server that is away says so itself; the server's own answers have a code. */
const OF_A_PROXY = new Set([502, 503, 504]);

/** What doesn't answer, as far as the error tells. It may still have done what it was told to. */
export function whatIsAway(error: unknown): Away | null {
  if (error instanceof NetworkError) return 'server';
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'store_unavailable') return 'database';
  return OF_A_PROXY.has(error.status) && error.code === undefined ? 'server' : null;
}

/** The same, to begin a sentence with. */
export function whoIsSilent(error: unknown): string | null {
  const away = whatIsAway(error);
  if (away === null) return null;
  return away === 'server' ? `The ${host()}` : `The database of the ${host()}`;
}

/** Whether the next call would fail for the same reason: the server is away, broken, or knows us no more. */
export function concernsEveryCall(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 401 || error.status >= 500;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    // Not ours: a proxy's page or an empty body.
    return {};
  }
}

function textValues(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
