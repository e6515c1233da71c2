/** Length of a card code, which is shown in two groups. */
export const CARD_CODE_LENGTH = 8;
const GROUP_LENGTH = 4;

/** Removes all but letters and digits, and converts to capitals. */
const significant = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** "h4kp-7wqm" as "H4KP 7WQM"; the space comes with the fifth character. */
export function formatCardCode(typed: string): string {
  const code = significant(typed).slice(0, CARD_CODE_LENGTH);
  return code.length > GROUP_LENGTH ? `${code.slice(0, GROUP_LENGTH)} ${code.slice(GROUP_LENGTH)}` : code;
}

/** Position of the caret in the formatted code, given the typed text before it. */
export function caretAfter(typedBefore: string): number {
  return formatCardCode(typedBefore).length;
}
