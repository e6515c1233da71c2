import type { Backup } from '@/api/types';
import { formatExactPastTime, formatPastTime } from '@/lib/format';

type Kind = Backup['kind'];

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

const OLD_MS = 3 * 86_400_000;

/** Whether the newest one is so old that something keeps the daily ones from being made. */
export function isOld(newestAt: string, now = Date.now()): boolean {
  return now - new Date(newestAt).getTime() > OLD_MS;
}

/** Where the backups come from as files. */
export function copyPath(name: string): string {
  return `/api/backups/${encodeURIComponent(name)}/file`;
}
