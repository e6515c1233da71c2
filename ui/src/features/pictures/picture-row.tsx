import { i18n } from '@lingui/core';

import { classNames } from '@/lib/class-names';

import { Drawing } from './drawing';
import { pictureNames } from './picture-names';
import type { Picture } from './queries';

/** A student's pictures in order. */
export function PictureRow({ pictures, className }: { pictures: readonly Picture[]; className: string }) {
  return (
    <ol className="flex gap-2">
      {pictures.map((picture) => (
        <li key={picture} className={classNames('rounded-control', className)}>
          <Drawing picture={picture} className="size-full" />
          <span className="sr-only">{i18n._(pictureNames[picture])}</span>
        </li>
      ))}
    </ol>
  );
}
