import { t } from '@lingui/core/macro';

import type { Backup } from '@/api/types';
import { formatExactPastTime, formatPastTime } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';

type Kind = Backup['kind'];

const WITHOUT_PHOTOS: readonly Kind[] = ['before-upgrade', 'before-new-term'];
const PHOTOS_OF_CLASS: readonly Kind[] = ['before-deleting-class', 'before-deleting-student'];

/** Describes what a backup of this kind lacks; undefined for a complete one. */
export function missingContentLabel(kind: Kind): string | undefined {
  if (WITHOUT_PHOTOS.includes(kind))
    return t({ message: 'without photos', comment: 'A backup, after its size and a comma' });
  return PHOTOS_OF_CLASS.includes(kind)
    ? t({ message: 'with the photos of that class only', comment: 'A backup, after its size and a comma' })
    : undefined;
}

/** The same as a sentence, with what it means for a restore. */
export function missingContentWarning(kind: Kind): string | undefined {
  if (WITHOUT_PHOTOS.includes(kind))
    return t`This backup is without photos. Other photos that were deleted since stay deleted.`;
  return PHOTOS_OF_CLASS.includes(kind)
    ? t`This backup is with the photos of that class only. Other photos that were deleted since stay deleted.`
    : undefined;
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
export function isStale(newestAt: string, now = serverClock.now()): boolean {
  return now - new Date(newestAt).getTime() > STALE_AFTER_MS;
}

export function backupDownloadPath(name: string): string {
  return `/api/backups/${encodeURIComponent(name)}/file`;
}
