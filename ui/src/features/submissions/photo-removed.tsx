import { ImageOff } from 'lucide-react';

import type { Submission } from '@/api/types';
import { formatCount, formatDay } from '@/lib/format';

const DAY_MS = 86_400_000;

/** Note in place of a photo removed by the retention setting. */
export function PhotoRemoved({
  submission,
}: {
  submission: Pick<Submission, 'imageRemovedAt' | 'createdAt'>;
}) {
  const { imageRemovedAt, createdAt } = submission;
  if (imageRemovedAt === null) return null;
  const removed = new Date(imageRemovedAt);
  const days = Math.floor((removed.getTime() - new Date(createdAt).getTime()) / DAY_MS);
  return (
    <p className="flex gap-1.5 text-small text-ink-2">
      <ImageOff aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        Photo removed on {formatDay(removed)}
        {days > 0 && ` (kept for ${formatCount(days, 'day')})`}
      </span>
    </p>
  );
}
