/** Placeholder for the value of an input that the browser can't parse; no schema accepts it. */
export const UNREADABLE = '?';

/** Whether an input looks filled in while its value is empty: half a date, or letters in a number field. */
export function hasUnparsedInput(input: unknown): boolean {
  return input instanceof HTMLInputElement && input.validity.badInput;
}
