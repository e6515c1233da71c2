import { isStatus } from './api-error';

/** The server's message for a field as a sentence, such as "GoalBucks must be at least 1." */
export function serverFieldError(error: unknown, field: string, label: string): string | undefined {
  const message = isStatus(error, 422) ? error.fields[field] : undefined;
  if (message === undefined) return undefined;
  const isPredicate = /^[a-z]/.test(message);
  return isPredicate ? `${label} ${message}.` : message;
}

/** Whether `serverFieldError` has a message for each error of the response, given the names of the visible fields. */
export function isShownAtFields(error: unknown, fields: readonly string[]): boolean {
  if (!isStatus(error, 422)) return false;
  const refused = Object.keys(error.fields);
  return refused.length > 0 && refused.every((name) => fields.includes(name));
}
