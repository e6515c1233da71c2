import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

import type { Erasure } from '@/api/types';

type UnprocessedBackup = Erasure['backupsLeft'][number];

/** Shown in parentheses after the name of a backup. */
const REASON_LABELS: Record<UnprocessedBackup['why'], MessageDescriptor> = {
  locked: msg({ message: 'locked with a passphrase', comment: 'Said of a backup' }),
  damaged: msg({ message: 'damaged', comment: 'Said of a backup' }),
  newer: msg({ message: 'made by a newer GoalBucks', comment: 'Said of a backup' }),
  set_aside: msg({ message: 'a damaged database that was set aside', comment: 'Said of a backup' }),
  failed: msg({ message: 'couldn’t be changed now', comment: 'Said of a backup' }),
};

export function reasonLabel(why: UnprocessedBackup['why']): string {
  return i18n._(REASON_LABELS[why]);
}

/** Backups that can only be deleted; failed ones are retried by the server. */
export function unrecoverable(backups: UnprocessedBackup[]): UnprocessedBackup[] {
  return backups.filter(({ why }) => why !== 'failed');
}

/** "3 backups were rewritten." */
export function describeRewritten(count: number): string {
  return plural(count, {
    0: 'No backup held anything of the student.',
    one: '# backup was rewritten without the student.',
    other: '# backups were rewritten without the student.',
  });
}

export const RETRY_LATER = msg`Some of it could not be done now, perhaps because the disk is full. GoalBucks tries again at its next start.`;
