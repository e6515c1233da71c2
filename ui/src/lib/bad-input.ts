/**
 * Whether a field holds what it can't give: half a date, letters in a number. The browser keeps that to itself and calls
 * the field empty, while it looks filled in; nobody should lose it unasked.
 */
export function hasBadInput(input: Element | RadioNodeList | null): boolean {
  return input instanceof HTMLInputElement && input.validity.badInput;
}
