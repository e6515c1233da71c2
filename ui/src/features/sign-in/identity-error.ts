/** What the identity provider refused or couldn't do. */
export class IdentityError extends Error {
  /** As its SDK names it, without "auth/". */
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`The identity provider answered ${code}.`, { cause });
    this.name = 'IdentityError';
    this.code = code;
  }
}

/** Ours: it didn't answer in time. */
export const TIMEOUT = 'timeout';
