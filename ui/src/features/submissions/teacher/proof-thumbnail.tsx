import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Maximize2 } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { BrokenPhoto } from '@/features/submissions/photo-viewer/broken-photo';
import { useReloadedImage } from '@/features/submissions/use-reloaded-image';
import { classNames } from '@/lib/class-names';

/** Images with an extreme aspect ratio aren't cropped. */
function isExtremeAspectRatio({ naturalWidth, naturalHeight }: HTMLImageElement): boolean {
  const ratio = naturalWidth / naturalHeight;
  return ratio > 2 || ratio < 0.5;
}

type ProofThumbnailProps = {
  row: Pick<SubmissionListItem, 'studentName'>;
  imageUrl: string;
  onEnlarge: () => void;
};

/** Thumbnail that opens the viewer. Beside narrow cards it shows the whole photo, which may be a page. */
export function ProofThumbnail({ row, imageUrl, onEnlarge }: ProofThumbnailProps) {
  const image = useReloadedImage(`${imageUrl}?size=thumb`);
  const [isWhole, setIsWhole] = useState(false);
  if (image.isBroken) {
    return <BrokenPhoto className="h-full min-h-55 place-content-center" onRetry={image.retry} />;
  }
  const { studentName } = row;
  return (
    <button
      type="button"
      aria-label={t`Enlarge the proof image from ${studentName}`}
      onClick={onEnlarge}
      className="relative block h-55 w-full cursor-zoom-in overflow-hidden outline-offset-[-3px]! sm:h-full sm:max-h-140 sm:min-h-72"
    >
      <img
        src={image.src}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={(event: SyntheticEvent<HTMLImageElement>) => {
          setIsWhole(isExtremeAspectRatio(event.currentTarget));
        }}
        onError={image.onError}
        className={classNames(
          'absolute inset-0 size-full',
          isWhole ? 'object-contain' : 'object-cover object-[50%_30%] sm:max-xl:object-contain',
        )}
      />
      <span className="absolute end-3 bottom-3 inline-flex h-8 items-center gap-1.5 rounded-control bg-ink ps-2.5 pe-3 text-small font-mid text-paper print:hidden [&>svg]:size-4">
        <Maximize2 aria-hidden />
        <Trans>Enlarge</Trans>
      </span>
    </button>
  );
}
