import { isCode, isStatus } from '@/api/api-error';
import type { SessionUser } from '@/api/types';

import type { Fallback } from './sign-in-failure';

/** What the server may ask for besides: the password of the account here, or a school's invite code for a new one. */
type Proof = { password: string } | { inviteCode: string };

/** A teacher whom the identity provider has named, at the door. */
export type Entry = {
  /** Of the account there, and of the account here that it is connected to, if there is one. */
  email: string;
  /** With what the server has asked for, once it has. */
  send: (proof?: Proof) => Promise<{ user: SessionUser }>;
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

/** An entry that needs a proof first. */
export type Needed = { entry: Entry; proof: 'password' | 'inviteCode' };

/** What is needed for the entry that was refused; null when something else is the matter. */
export function neededFor(error: unknown): Needed | null {
  if (!(error instanceof RefusedEntry)) return null;
  const { entry, cause } = error;
  if (isCode(cause, 'link_required')) return { entry, proof: 'password' };
  return isCode(cause, 'registration_closed') ? { entry, proof: 'inviteCode' } : null;
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

/** A body with what the server has asked for; it has a default for what is left out. */
export function withProof<Body extends object>(body: Body, proof?: Proof) {
  return { ...body, ...proof } as Body & { username: string; password: string };
}
