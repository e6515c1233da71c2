import { t } from '@lingui/core/macro';

import { ApiError, isCode, unreachableName } from '@/api/api-error';

/** Confirmation shown before closing a dialog that displays a code. */
export const CLOSE_CONFIRMATION = {
  title: 'Close without the code?',
  description: 'It is never shown again. Without it on paper you would have to make a new one.',
  confirmLabel: 'Close without it',
  cancelLabel: 'Back to the code',
};

/** Message for a failed creation; null for a wrong password, which its field shows. */
export function describeRecoveryCodeFailure(error: Error | null): string | null {
  if (error === null || isCode(error, 'wrong_password')) return null;
  const unreachable = unreachableName(error);
  if (unreachable !== null) {
    return t`${unreachable} didn't answer. If you had a code before, it may no longer work: make a new one.`;
  }
  const fallback = t`Failed to make a recovery code. Please try again.`;
  return error instanceof ApiError && error.status < 500 ? (error.error ?? fallback) : fallback;
}
