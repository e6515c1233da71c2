/** An error of the identity provider. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError' as const;
  /** The SDK's error code without "auth/". */
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Not an SDK code: the provider didn't respond in time. */
export const TIMEOUT = 'timeout';
