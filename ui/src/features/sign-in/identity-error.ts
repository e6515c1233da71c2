import { t } from '@lingui/core/macro';

/** An error of the identity provider. */
export class IdentityError extends Error {
  /** The SDK's error code without "auth/". */
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(t`The identity provider answered ${code}.`, { cause });
    this.name = 'IdentityError';
    this.code = code;
  }
}

/** Not an SDK code: the provider didn't respond in time. */
export const TIMEOUT = 'timeout';
