import { plural } from '@lingui/core/macro';

import type { RestoreCandidate } from '@/api/types';

/** "28 students in 2 classes"; null for a locked backup. */
export function backupContentsLabel({ students, classes }: RestoreCandidate): string | null {
  if (students === null || classes === null) return null;
  return plural(students, {
    one: `# student in ${plural(classes, { one: '# class', other: '# classes' })}`,
    other: `# students in ${plural(classes, { one: '# class', other: '# classes' })}`,
  });
}

/** Whether it can be restored, as far as known. */
export function isRestorable({ condition }: RestoreCandidate): boolean {
  return condition !== 'damaged' && condition !== 'newer';
}
