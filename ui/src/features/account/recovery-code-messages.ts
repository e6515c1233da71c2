import { ApiError, isCode, whoIsSilent } from '@/api/api-error';

/** Asked before a dialog closes that shows a code. */
export const CLOSE_QUESTION = {
  title: 'Close without the code?',
  description: 'It is never shown again. Without it on paper you would have to make a new one.',
  confirmLabel: 'Close without it',
  cancelLabel: 'Back to the code',
};

/** Why no code was made; null when it is the password, which is said at its field. */
export function recoveryCodeFailure(error: Error | null): string | null {
  if (error === null || isCode(error, 'wrong_password')) return null;
  const silent = whoIsSilent(error);
  if (silent !== null) {
    return `${silent} didn't answer. If you had a code before, it may no longer work: make a new one.`;
  }
  const fallback = 'Failed to make a recovery code. Please try again.';
  return error instanceof ApiError && error.status < 500 ? (error.error ?? fallback) : fallback;
}
