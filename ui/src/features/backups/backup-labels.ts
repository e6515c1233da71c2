import type { Backup } from '@/api/types';
import { formatExactPastTime, formatPastTime } from '@/lib/format';

type Kind = Backup['kind'];

/** Describes what a backup of this kind lacks; undefined for a complete one. */
export function missingContentLabel(kind: Kind): string | undefined {
  if (kind === 'before-upgrade') return 'without photos';
  return kind === 'before-deleting-class' ? 'with the photos of that class only' : undefined;
}

/** Creation times by backup name, such as "today at 2:05 PM"; with seconds where two share a minute. */
export function backupTimeLabels(backups: readonly Backup[]): Map<string, string> {
  const minutes = backups.map(({ madeAt }) => formatPastTime(madeAt));
  const isDuplicate = (words: string) => minutes.indexOf(words) !== minutes.lastIndexOf(words);
  return new Map(
    backups.map(({ name, madeAt }) => {
      const words = formatPastTime(madeAt);
      return [name, isDuplicate(words) ? formatExactPastTime(madeAt) : words];
    }),
  );
}

/** Whether the teacher may delete it. Automatic backups expire by themselves. */
export function isDeletable({ kind, locked }: Backup): boolean {
  return kind === 'by-hand' || locked;
}

const STALE_AFTER_MS = 3 * 86_400_000;

/** Whether the newest backup is so old that daily backups must be failing. */
export function isStale(newestAt: string, now = Date.now()): boolean {
  return now - new Date(newestAt).getTime() > STALE_AFTER_MS;
}

/** Download path of a backup file. */
export function backupDownloadPath(name: string): string {
  return `/api/backups/${encodeURIComponent(name)}/file`;
}
