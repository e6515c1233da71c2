import { toast } from '@/components/toast/toast-store';

import { ApiError, whatIsAway } from './api-error';

/** Here the server's own sentence helps: something moved on, or the content was refused; or its database is away. */
const EXPLAINED = new Set([409, 413, 415, 422, 429]);

/** Whether the server's sentence says more than the catalogue's text. */
export function isExplained(error: ApiError): boolean {
  return EXPLAINED.has(error.status) || whatIsAway(error) === 'database';
}

/** A failed action: red, titled Error, with the catalogue's text and, where it helps, the server's sentence under it. */
export function failureToast(catalogueText: string, error: unknown) {
  const explained = error instanceof ApiError && isExplained(error);
  toast({
    tone: 'error',
    title: 'Error',
    description: catalogueText,
    detail: explained ? error.error : undefined,
  });
}
