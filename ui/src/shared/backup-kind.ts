import type { Backup } from '@/api/types';

const LABELS: Record<Backup['kind'], string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  'before-upgrade': 'Before an update',
  'before-deleting-class': 'Before deleting a class',
  'by-hand': 'Made by you',
  'before-restore': 'Before a restore',
};

/** Why a backup was made. */
export function backupKindLabel(kind: Backup['kind']): string {
  return LABELS[kind];
}
