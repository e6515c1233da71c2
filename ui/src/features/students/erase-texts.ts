import type { Erasure } from '@/api/types';
import { formatCount } from '@/lib/format';

type Left = Erasure['backupsLeft'][number];

const REASONS: Record<Left['why'], string> = {
  locked: 'locked with a passphrase',
  damaged: 'damaged',
  newer: 'made by a newer GoalBucks',
  set_aside: 'a damaged database that was set aside',
  failed: 'couldn’t be changed now',
};

export function reasonInWords(why: Left['why']): string {
  return REASONS[why];
}

/** What only deleting takes out of the world; what failed is tried again by itself. */
export function hopeless(left: Left[]): Left[] {
  return left.filter(({ why }) => why !== 'failed');
}

/** "3 backups were rewritten." */
export function whatWasRewritten(count: number): string {
  if (count === 0) return 'No backup held anything of the student.';
  return `${formatCount(count, 'backup')} ${count === 1 ? 'was' : 'were'} rewritten without the student.`;
}

export const GOES_ON =
  'Some of it could not be done now, perhaps because the disk is full. GoalBucks tries again at its next start.';
