import { plural, t } from '@lingui/core/macro';
import { ImageOff } from 'lucide-react';

import type { Submission } from '@/api/types';
import { formatDay } from '@/lib/format';

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
  const day = formatDay(removed);
  const days = Math.floor((removed.getTime() - new Date(createdAt).getTime()) / DAY_MS);
  return (
    <p className="flex gap-1.5 text-small text-ink-2">
      <ImageOff aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {days > 0
          ? plural(days, {
              one: `Photo removed on ${day} (kept for # day)`,
              other: `Photo removed on ${day} (kept for # days)`,
            })
          : t`Photo removed on ${day}`}
      </span>
    </p>
  );
}
