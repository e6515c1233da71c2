import { t } from '@lingui/core/macro';

import { tabStorage } from '@/lib/browser-storage';
import { formatDateTime } from '@/lib/format';
import { isRecord } from '@/lib/is-record';

const KEY = 'mended';

/** What was restored: an empty GoalBucks, or a backup, whose time may be unknown. */
type Restored = { empty: boolean; madeAt: string | null };

/** Notice for the login screen after a restore. */
export const restoreNotice = {
  set: (restored: Restored) => {
    tabStorage.set(KEY, JSON.stringify(restored));
  },
  /** The stored notice, for `describeRestored`. */
  get: (): string | null => tabStorage.get(KEY),
  clear: () => {
    tabStorage.remove(KEY);
  },
};

/** The notice's message in the current language. */
export function describeRestored(stored: string): string {
  const { empty, madeAt } = parse(stored);
  // Stored by a version that stored the message itself.
  if (empty === undefined) return stored;
  if (empty === true) return t`GoalBucks begins anew. Please create your account again.`;
  return `${describeBackup(madeAt)} ${t`Login cards count as on that day; those of another computer don’t work here.`}`;
}

function describeBackup(madeAt: unknown): string {
  if (typeof madeAt !== 'string')
    return t`The backup was restored. Please sign in with the password of that time.`;
  const time = formatDateTime(madeAt);
  return t`The backup of ${time} was restored. Please sign in with the password of that time.`;
}

function parse(stored: string): Record<string, unknown> {
  try {
    const restored: unknown = JSON.parse(stored);
    return isRecord(restored) ? restored : {};
  } catch {
    return {};
  }
}
