import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import type { Backup } from '@/api/types';

const LABELS: Record<Backup['kind'], MessageDescriptor> = {
  daily: msg`Daily`,
  weekly: msg`Weekly`,
  'before-upgrade': msg`Before an update`,
  'before-deleting-class': msg`Before deleting a class`,
  'before-deleting-student': msg`Before deleting or erasing a student`,
  'before-new-term': msg`Before a new term`,
  'by-hand': msg`Made by you`,
  'before-restore': msg`Before a restore`,
};

/** Why a backup was made. */
export function backupKindLabel(kind: Backup['kind']): string {
  return i18n._(LABELS[kind]);
}
