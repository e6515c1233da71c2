import { isStatus } from './api-error';
import { translateSentence } from './server-sentence';

/**
 * The server's message for a field as a sentence: in English with the field's label, such as "GoalBucks must be at
 * least 1.", in other languages without it. Fields of lists have paths, such as `rows.3.username`.
 */
export function serverFieldError(error: unknown, field: string, label: string): string | undefined {
  if (!isStatus(error, 422)) return undefined;
  const message = error.fields[field];
  if (message === undefined) return undefined;
  const translated = translateSentence(error.fieldKeys[field] ?? {});
  if (translated !== undefined) return translated;
  const isPredicate = /^[a-z]/.test(message);
  return isPredicate ? `${label} ${message}.` : message;
}

/** Whether `serverFieldError` has a message for each error of the response, given the names of the visible fields. */
export function isShownAtFields(error: unknown, fields: readonly string[]): boolean {
  if (!isStatus(error, 422)) return false;
  const refused = Object.keys(error.fields);
  return refused.length > 0 && refused.every((name) => fields.includes(name));
}
