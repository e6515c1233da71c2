import { t } from '@lingui/core/macro';
import { ImageOff } from 'lucide-react';

import type { Attempt } from '@/api/types';
import { LongText } from '@/components/long-text';
import { PhotoRemoved } from '@/features/submissions/photo-removed';
import { enlargeId } from '@/features/submissions/photo-viewer/submission-photos';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import { useReloadedImage } from '@/features/submissions/use-reloaded-image';
import { formatDateTime } from '@/lib/format';

const photoClass = 'h-26 w-36 max-w-full shrink-0 rounded-control sm:h-33 sm:w-44';

function attemptTitle(number: number): string {
  return [t`First try`, t`Second try`, t`Third try`][number - 1] ?? t`Try ${number}`;
}

type AttemptPhotoProps = { attempt: Attempt; imageUrl: string; goalName: string; onEnlarge: () => void };

function AttemptPhoto({ attempt, imageUrl, goalName, onEnlarge }: AttemptPhotoProps) {
  const image = useReloadedImage(`${imageUrl}?size=thumb`);
  if (image.isBroken) {
    return (
      <button
        type="button"
        onClick={image.retry}
        className={`${photoClass} grid place-content-center justify-items-center gap-1 border border-line bg-sunken p-2 text-small text-ink-2`}
      >
        <ImageOff aria-hidden className="size-6" />
        <span>{t`The photo didn't load.`}</span>
        <span className="font-mid text-brand-ink">{t`Try again`}</span>
      </button>
    );
  }
  return (
    <button
      type="button"
      id={enlargeId(attempt)}
      aria-label={t`Enlarge the photo of ${goalName}`}
      onClick={onEnlarge}
      className={`${photoClass} cursor-zoom-in overflow-hidden border border-line bg-sunken`}
    >
      <img
        src={image.src}
        alt=""
        loading="lazy"
        decoding="async"
        onError={image.onError}
        className="size-full object-cover"
      />
    </button>
  );
}

type AttemptItemProps = Omit<AttemptPhotoProps, 'imageUrl'> & { number: number; commentTitle: string };

/** One try: photo, note, time, verdict and comment. */
export function AttemptItem({ number, commentTitle, ...photo }: AttemptItemProps) {
  const { attempt } = photo;
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-3 border-t border-dashed border-line-strong py-4 first:border-t-0 first:pt-0">
      {attempt.imageUrl !== null && <AttemptPhoto {...photo} imageUrl={attempt.imageUrl} />}
      {attempt.imageRemovedAt !== null && (
        <div
          className={`${photoClass} grid place-content-center border border-dashed border-line-strong bg-sunken p-3`}
        >
          <PhotoRemoved submission={attempt} />
        </div>
      )}
      <div className="min-w-0 grow basis-60">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 className="font-mid">{attemptTitle(number)}</h4>
          <SubmissionBadge status={attempt.status} allowResubmission={attempt.allowResubmission} />
          <time dateTime={attempt.createdAt} className="text-small text-ink-2">
            {formatDateTime(attempt.createdAt)}
          </time>
        </div>
        {attempt.submissionText !== null && (
          <div className="mt-2">
            <LongText text={attempt.submissionText} />
          </div>
        )}
        {attempt.comment !== null && (
          <div className="mt-3 rounded-control bg-sunken px-4 py-3">
            <p className="text-small text-ink-2">
              <bdi>{commentTitle}</bdi>
            </p>
            <LongText text={attempt.comment} />
          </div>
        )}
      </div>
    </li>
  );
}
