import { Suspense } from 'react';

import { lazyIfAvailable } from '@/api/lazy-when-reachable';
import type { GoalPicture } from '@/api/types';
import { classNames } from '@/lib/class-names';

/** One file with all drawings, which is requested when the first one is shown. */
const Drawing = lazyIfAvailable(() => import('./drawing'));

type PictureBoxProps = {
  /** Renders nothing if it is null. */
  picture: GoalPicture | null;
  /** Size, corners and background. */
  className: string;
};

/** The picture of a goal or an item. Decoration: the name of the goal or the picture is beside it. */
export function PictureBox({ picture, className }: PictureBoxProps) {
  if (!picture) return null;
  return (
    <span className={classNames('grid shrink-0 place-items-center text-brand-ink', className)}>
      <Suspense>
        <Drawing picture={picture} />
      </Suspense>
    </span>
  );
}
