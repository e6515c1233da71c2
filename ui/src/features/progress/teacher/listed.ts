import { formatNumber } from '@/lib/format';

/** The server lists at most these. */
const MAX_LISTED = 50;

/** "7"; "50+" if there may be more. */
export function formatListed(rows: readonly unknown[]): string {
  const count = formatNumber(rows.length);
  return rows.length >= MAX_LISTED ? `${count}+` : count;
}
