import { isStatus } from './api-error';

/** The server's message for a field as a sentence, such as "GoalBucks must be at least 1." */
export function serverFieldError(error: unknown, field: string, label: string): string | undefined {
  const message = isStatus(error, 422) ? error.fields[field] : undefined;
  if (message === undefined) return undefined;
  const isPredicate = /^[a-z]/.test(message);
  return isPredicate ? `${label} ${message}.` : message;
}
