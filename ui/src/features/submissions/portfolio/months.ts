import { i18n } from '@lingui/core';

import type { PortfolioItem } from '@/api/types';
import { formatLocales } from '@/lib/format-locales';
import { serverClock } from '@/lib/server-clock';

export type Month = {
  /** "November"; with the year when it isn't this one. */
  name: string;
  items: PortfolioItem[];
};

const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(formatLocales(i18n.locale), options).format(date);

/** Groups items, newest first, by the month in which they were sent. */
export function groupByMonth(items: PortfolioItem[], now = serverClock.today()): Month[] {
  const months: Month[] = [];
  for (const item of items) {
    const date = new Date(item.createdAt);
    const isThisYear = date.getFullYear() === now.getFullYear();
    const name = format(date, { month: 'long', ...(!isThisYear && { year: 'numeric' }) });
    const last = months.at(-1);
    if (last?.name === name) last.items.push(item);
    else months.push({ name, items: [item] });
  }
  return months;
}

/** "November 20", below the name of the month. */
export const formatMonthDay = (iso: string) => format(new Date(iso), { month: 'long', day: 'numeric' });
