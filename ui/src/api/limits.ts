/** The most that a goal, an award, a correction or an item is worth. */
export const MAX_GOALBUCKS = 1_000_000;

/** What is wrong with an amount of goalbucks, wherever one is typed. */
export const AMOUNT_MESSAGE = 'Use a whole number from 1 to 1,000,000.';

/** A whole number as it is typed, "1,000" too, which is how amounts are shown; null for anything else. */
export function parseWholeNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(trimmed) ? Number(trimmed.replaceAll(',', '')) : null;
}

/** Whether a text is an amount of goalbucks: a whole number from 1 to `MAX_GOALBUCKS`. */
export function isAmount(text: string): boolean {
  const amount = parseWholeNumber(text);
  return amount !== null && amount >= 1 && amount <= MAX_GOALBUCKS;
}
