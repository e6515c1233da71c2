import { select, t } from '@lingui/core/macro';

import { ApiError, isCode, outageOf } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';

/** Texts of the confirmation shown before closing a dialog that displays a code. */
export function codeCloseConfirmation() {
  return {
    title: t`Close without the code?`,
    description: t`It is never shown again. Without it on paper you would have to make a new one.`,
    confirmLabel: t`Close without it`,
    cancelLabel: t`Back to the code`,
  };
}

/** Message for a failed creation; null for a wrong password, which its field shows. */
export function describeRecoveryCodeFailure(error: Error | null): string | null {
  if (error === null || isCode(error, 'wrong_password')) return null;
  const outage = outageOf(error);
  if (outage === 'server') {
    return select(serverKind(), {
      school:
        "The school’s server didn't answer. If you had a code before, it may no longer work: make a new one.",
      other:
        "The class computer didn't answer. If you had a code before, it may no longer work: make a new one.",
    });
  }
  if (outage === 'database') {
    return select(serverKind(), {
      school:
        "The database of the school’s server didn't answer. If you had a code before, it may no longer work: make a new one.",
      other:
        "The database of the class computer didn't answer. If you had a code before, it may no longer work: make a new one.",
    });
  }
  const fallback = t`Failed to make a recovery code. Please try again.`;
  return error instanceof ApiError && error.status < 500 ? (error.error ?? fallback) : fallback;
}
