import type { Backup } from '@/api/types';

const KINDS: Record<Backup['kind'], string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  'before-upgrade': 'Before an update',
  'before-deleting-class': 'Before deleting a class',
  'by-hand': 'Made by you',
  'before-restore': 'Before a restore',
};

/** Why a backup was made. */
export function kindInWords(kind: Backup['kind']): string {
  return KINDS[kind];
}
