import { t } from '@lingui/core/macro';

import type { RestoreCandidate } from '@/api/types';
import { formatCount } from '@/lib/format';

/** "28 students in 2 classes"; null for a locked backup. */
export function backupContentsLabel({ students, classes }: RestoreCandidate): string | null {
  if (students === null || classes === null) return null;
  const many = classes === 1 ? t`1 class` : formatCount(classes, 'classe');
  return `${formatCount(students, 'student')} in ${many}`;
}

/** Whether it can be restored, as far as known. */
export function isRestorable({ condition }: RestoreCandidate): boolean {
  return condition !== 'damaged' && condition !== 'newer';
}
