import { toast } from '@/components/toast/toast-store';

import { ApiError, whatIsAway } from './api-error';

/** Here the server's own sentence helps: something moved on, or the content was refused; or its database is away. */
const EXPLAINED = new Set([409, 413, 415, 422, 429]);

/** Whether the server's sentence says more than the catalogue's text. */
export function isExplained(error: ApiError): boolean {
  return EXPLAINED.has(error.status) || whatIsAway(error) === 'database';
}

/**
 * The toast of a failed action: red, titled Error, with the catalogue's text. Its second line is `detail`, or the
 * server's own sentence where that helps.
 */
export function failureToast(text: string, error: unknown, detail?: string) {
  const sentence = error instanceof ApiError && isExplained(error) ? error.error : undefined;
  toast({
    tone: 'error',
    title: 'Error',
    description: text,
    detail: detail ?? (sentence === text ? undefined : sentence),
  });
}
