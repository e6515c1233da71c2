import type { Backup } from '@/api/types';
import { formatExactPastTime, formatNumber, formatPastTime } from '@/components/format';

type Kind = Backup['kind'];

const KINDS: Record<Kind, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  'before-upgrade': 'Before an update',
  'before-deleting-class': 'Before deleting a class',
  'by-hand': 'Made by you',
  'before-restore': 'Before a restore',
};

/** Why it was made. */
export function kindInWords(kind: Kind): string {
  return KINDS[kind];
}

/** What a backup doesn't hold, which restoring it can't bring back; undefined for one that holds everything. */
export function lackingIn(kind: Kind): string | undefined {
  if (kind === 'before-upgrade') return 'without photos';
  return kind === 'before-deleting-class' ? 'with the photos of that class only' : undefined;
}

/** When each was made, by its name: "today at 2:05 PM"; with the seconds where several are of one minute. */
export function whenInWords(backups: readonly Backup[]): Map<string, string> {
  const minutes = backups.map(({ madeAt }) => formatPastTime(madeAt));
  const alike = (words: string) => minutes.indexOf(words) !== minutes.lastIndexOf(words);
  return new Map(
    backups.map(({ name, madeAt }) => {
      const words = formatPastTime(madeAt);
      return [name, alike(words) ? formatExactPastTime(madeAt) : words];
    }),
  );
}

/** Whether the teacher may delete it: what GoalBucks makes by itself goes by itself. */
export function isDeletable({ kind, locked }: Backup): boolean {
  return kind === 'by-hand' || locked;
}

const KILO = 1000;

/** "340 KB", "3.4 MB", "1.2 GB". */
export function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KILO));
  if (kilobytes < KILO) return `${formatNumber(kilobytes)} KB`;
  const megabytes = kilobytes / KILO;
  const [size, unit] = megabytes < KILO ? [megabytes, 'MB'] : [megabytes / KILO, 'GB'];
  return `${formatNumber(Math.round(size * 10) / 10)} ${unit}`;
}

const OLD_MS = 3 * 86_400_000;

/** Whether the newest one is so old that something keeps the daily ones from being made. */
export function isOld(newestAt: string, now = Date.now()): boolean {
  return now - new Date(newestAt).getTime() > OLD_MS;
}

/** Where the backups come from as files. */
export function copyPath(name: string): string {
  return `/api/backups/${encodeURIComponent(name)}/file`;
}
