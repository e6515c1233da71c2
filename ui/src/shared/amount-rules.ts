import { t } from '@lingui/core/macro';

/** Maximum amount of a goal, award, correction or item. */
export const MAX_GOALBUCKS = 1_000_000;

/** Validation message for amounts. */
export const amountMessage = () => t`Use a whole number from 1 to 1,000,000.`;

/** Parses a whole number, with or without thousands separators; null if invalid. */
export function parseWholeNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(trimmed) ? Number(trimmed.replaceAll(',', '')) : null;
}

/** Whether a text is an amount of goalbucks: a whole number from 1 to `MAX_GOALBUCKS`. */
export function isAmount(text: string): boolean {
  const amount = parseWholeNumber(text);
  return amount !== null && amount >= 1 && amount <= MAX_GOALBUCKS;
}
