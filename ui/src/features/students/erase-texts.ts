import { t } from '@lingui/core/macro';

import type { Erasure } from '@/api/types';
import { formatCount } from '@/lib/format';

type UnprocessedBackup = Erasure['backupsLeft'][number];

const REASON_LABELS: Record<UnprocessedBackup['why'], string> = {
  locked: 'locked with a passphrase',
  damaged: 'damaged',
  newer: 'made by a newer GoalBucks',
  set_aside: 'a damaged database that was set aside',
  failed: 'couldn’t be changed now',
};

export function reasonLabel(why: UnprocessedBackup['why']): string {
  return REASON_LABELS[why];
}

/** Backups that can only be deleted; failed ones are retried by the server. */
export function unrecoverable(backups: UnprocessedBackup[]): UnprocessedBackup[] {
  return backups.filter(({ why }) => why !== 'failed');
}

/** "3 backups were rewritten." */
export function describeRewritten(count: number): string {
  if (count === 0) return t`No backup held anything of the student.`;
  return `${formatCount(count, 'backup')} ${count === 1 ? 'was' : 'were'} rewritten without the student.`;
}

export const RETRY_LATER =
  'Some of it could not be done now, perhaps because the disk is full. GoalBucks tries again at its next start.';
