import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import { ApiError } from '@/api/api-error';

export const NETWORK_ERROR = msg`Network error. Please try again.`;

/** Message for a failed student login: the server's, else the specification's. */
export function studentLoginFailure(error: unknown): string {
  if (error instanceof ApiError) return error.error ?? t`Login failed`;
  return i18n._(NETWORK_ERROR);
}
