import { isStatus } from './api-error';

/** What the server says about a field, as a sentence: "must be at least 1" of "GoalBucks". */
export function fieldMessage(error: unknown, field: string, label: string): string | undefined {
  const message = isStatus(error, 422) ? error.fields[field] : undefined;
  if (message === undefined) return undefined;
  const isPredicate = /^[a-z]/.test(message);
  return isPredicate ? `${label} ${message}.` : message;
}
