import type { RescueOffer } from '@/api/types';
import { formatCount } from '@/lib/format';

/** "28 students in 2 classes"; nothing while it is locked. */
export function contentOf({ students, classes }: RescueOffer): string | null {
  if (students === null || classes === null) return null;
  const many = classes === 1 ? '1 class' : formatCount(classes, 'classe');
  return `${formatCount(students, 'student')} in ${many}`;
}

/** Whether it may be restored, as far as is known. */
export function isUsable({ condition }: RescueOffer): boolean {
  return condition !== 'damaged' && condition !== 'newer';
}
