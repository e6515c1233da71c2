import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MessageSquareText } from 'lucide-react';

import type { PortfolioItem } from '@/api/types';
import { LongText } from '@/components/long-text';
import type { RowFocusProps } from '@/components/show-more';
import { PhotoRemoved } from '@/features/submissions/photo-removed';
import { BrokenPhoto } from '@/features/submissions/photo-viewer/broken-photo';
import { enlargeId } from '@/features/submissions/photo-viewer/submission-photos';
import { useReloadedImage } from '@/features/submissions/use-reloaded-image';

import { WorkDate } from './work-date';

const topClass = 'aspect-4/3 w-full shrink-0 border-b border-line bg-sunken';

/** The preview as an image source; without one the stored thumbnail. */
export const previewSource = ({ preview, imageUrl }: PortfolioItem) =>
  preview === null ? `${imageUrl ?? ''}?size=thumb` : `data:image/jpeg;base64,${preview}`;

type WorkPhotoProps = { item: PortfolioItem; onEnlarge: () => void };

function WorkPhoto({ item, onEnlarge }: WorkPhotoProps) {
  const { goalName } = item;
  const image = useReloadedImage(previewSource(item));
  if (image.isBroken) {
    return (
      <div className={topClass}>
        <BrokenPhoto className="h-full place-content-center" onRetry={image.retry} />
      </div>
    );
  }
  return (
    <button
      type="button"
      id={enlargeId(item)}
      aria-label={t`Enlarge the photo of ${goalName}`}
      onClick={onEnlarge}
      className={`${topClass} cursor-zoom-in overflow-hidden rounded-t-card outline-offset-[-3px]!`}
    >
      <img
        src={image.src}
        alt=""
        decoding="async"
        onError={image.onError}
        className="size-full object-cover object-[50%_30%]"
      />
    </button>
  );
}

/** The photo; what was written instead of one; or when it was removed. */
function WorkTop({ item, onEnlarge }: WorkPhotoProps) {
  if (item.imageUrl !== null) return <WorkPhoto item={item} onEnlarge={onEnlarge} />;
  if (item.imageRemovedAt !== null) {
    return (
      <div className={`${topClass} grid place-content-center rounded-t-card p-5`}>
        <PhotoRemoved submission={item} />
      </div>
    );
  }
  return (
    <div className="min-h-50 grow rounded-t-card border-b border-line bg-sunken p-5 text-lead">
      <LongText text={item.submissionText ?? ''} />
    </div>
  );
}

/** One piece of work: photo or text, goal, date and comment. */
export function WorkCard({ focusProps, ...photo }: WorkPhotoProps & { focusProps: RowFocusProps }) {
  const { item } = photo;
  const isTextAlone = item.imageUrl === null && item.imageRemovedAt === null;
  return (
    <li
      {...focusProps}
      className="flex min-w-0 flex-col rounded-card border border-line bg-surface shadow-low"
    >
      <WorkTop {...photo} />
      <div className="px-4 py-3">
        <h3 className="font-mid wrap-anywhere">
          <bdi>{item.goalName}</bdi>
        </h3>
        <p className="text-small text-ink-2">
          <WorkDate item={item} />
        </p>
        {!isTextAlone && item.submissionText !== null && (
          <div className="mt-1.5">
            <LongText short text={item.submissionText} />
          </div>
        )}
        {item.comment !== null && (
          <div className="mt-1.5 flex gap-2 text-ink-2">
            <MessageSquareText aria-hidden className="mt-1 size-4 shrink-0" />
            <div className="min-w-0">
              <span className="sr-only">
                <Trans>Comment:</Trans>
              </span>
              <LongText short text={item.comment} />
            </div>
          </div>
        )}
      </div>
    </li>
  );
}
