import { t } from '@lingui/core/macro';

import { toast } from '@/components/toast/toast-store';

import { ApiError, outageOf } from './api-error';

/** Statuses for which the server's message is helpful. */
const EXPLAINED_STATUSES = new Set([409, 413, 415, 422, 429]);

/** Whether the server's message is more helpful than the generic text. */
export function hasServerExplanation(error: ApiError): boolean {
  return EXPLAINED_STATUSES.has(error.status) || outageOf(error) === 'database';
}

/**
 * Shows the toast of a failed action: red, titled Error, with the text of the mutation's `failed`. Its second line is
 * `detail`, or the server's message if that is helpful.
 */
export function failureToast(text: string, error: unknown, detail?: string) {
  const sentence = error instanceof ApiError && hasServerExplanation(error) ? error.error : undefined;
  toast({
    tone: 'error',
    title: t`Error`,
    description: text,
    detail: detail ?? (sentence === text ? undefined : sentence),
  });
}
