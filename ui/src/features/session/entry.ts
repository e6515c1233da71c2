import { isCode, isStatus } from '@/api/api-error';
import type { SessionUser } from '@/api/types';

import type { Fallback } from './sign-in-failure';

/** A teacher whom the identity provider has named, at the door. */
export type Entry = {
  /** Of the account there, and of the account here that it is connected to, if there is one. */
  email: string;
  /** The password is that of the account here, once the server has asked for it. */
  send: (password?: string) => Promise<{ user: SessionUser }>;
  /** What is said about a refusal without a sentence. */
  fallback: Fallback;
};

/** The server's refusal is the cause. */
export class RefusedEntry extends Error {
  readonly entry: Entry;

  constructor(entry: Entry, cause: unknown) {
    super('The server refused the entry.', { cause });
    this.name = 'RefusedEntry';
    this.entry = entry;
  }
}

export async function enter(entry: Entry): Promise<{ user: SessionUser }> {
  try {
    return await entry.send();
  } catch (error) {
    throw new RefusedEntry(entry, error);
  }
}

/** The entry to which an account here has to be connected first; null when something else is the matter. */
export function entryToConnect(error: unknown): Entry | null {
  return error instanceof RefusedEntry && isCode(error.cause, 'link_required') ? error.entry : null;
}

/** Neither the provider lets the teacher in nor the account here, whose refusal is the cause. */
export class RefusedTwice extends Error {
  readonly first: unknown;

  constructor(first: unknown, cause: unknown) {
    super('The provider and the account here refused the teacher.', { cause });
    this.name = 'RefusedTwice';
    this.first = first;
  }
}

/** Whether the e-mail and the password aren't those of an account here. */
export function isRefusedHere(error: unknown): boolean {
  return error instanceof RefusedTwice || isStatus(error, 401);
}

/** Its way to Google was cut, or its clock is wrong: the server couldn't check who it is, so that it refused nobody. */
export function isUnchecked(refusal: unknown): boolean {
  return isCode(refusal, 'identity_provider_unreachable') || isCode(refusal, 'invalid_token');
}

/** A body with the password of the account here, if the server has asked for it; it has a default for what is left out. */
export function proof<Body extends object>(body: Body, password?: string) {
  return { ...body, password } as Body & { username: string; password: string };
}
