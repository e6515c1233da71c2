import type { RescueOffer } from '@/api/types';
import { formatCount } from '@/components/format';

const kinds: Record<RescueOffer['kind'], string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  'by-hand': 'Made by you',
  'before-upgrade': 'Before an update',
  'before-deleting-class': 'Before deleting a class',
  'before-restore': 'Before a restore',
};

/** Why a backup was made. */
export function kindOf({ kind }: RescueOffer): string {
  return kinds[kind];
}

/** "28 students in 2 classes"; nothing while it is locked. */
export function contentOf({ students, classes }: RescueOffer): string | null {
  if (students === null || classes === null) return null;
  const many = classes === 1 ? '1 class' : formatCount(classes, 'classe');
  return `${formatCount(students, 'student')} in ${many}`;
}

/** Such as "3.4 MB". */
export function sizeOf({ bytes }: RescueOffer): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  if (kilobytes < 1000) return `${kilobytes} KB`;
  const megabytes = kilobytes / 1000;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}

/** Whether it may be restored, as far as is known. */
export function isUsable({ condition }: RescueOffer): boolean {
  return condition !== 'damaged' && condition !== 'newer';
}
