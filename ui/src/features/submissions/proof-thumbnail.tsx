import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Maximize2 } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';

import type { SubmissionListItem } from '@/api/types';
import { useOnReconnect } from '@/api/use-on-reconnect';
import { BrokenPhoto } from '@/components/photo-viewer/broken-photo';
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

/** Thumbnail that opens the viewer. */
export function ProofThumbnail({ row, imageUrl, onEnlarge }: ProofThumbnailProps) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'cut' | 'whole' | 'broken'>('cut');
  const retry = () => {
    setAttempt(attempt + 1);
    setState('cut');
  };
  useOnReconnect(() => {
    if (state === 'broken') retry();
  });
  if (state === 'broken') {
    return <BrokenPhoto className="h-full min-h-55 place-content-center" onRetry={retry} />;
  }
  const { studentName } = row;
  const retried = attempt === 0 ? '' : `&attempt=${attempt}`;
  return (
    <button
      type="button"
      aria-label={t`Enlarge the proof image from ${studentName}`}
      onClick={onEnlarge}
      className="relative block h-55 w-full cursor-zoom-in overflow-hidden outline-offset-[-3px]! sm:h-full sm:max-h-140 sm:min-h-72"
    >
      <img
        src={`${imageUrl}?size=thumb${retried}`}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={(event: SyntheticEvent<HTMLImageElement>) => {
          setState(isExtremeAspectRatio(event.currentTarget) ? 'whole' : 'cut');
        }}
        onError={() => {
          setState('broken');
        }}
        className={classNames(
          'absolute inset-0 size-full',
          state === 'whole' ? 'object-contain' : 'object-cover object-[50%_30%]',
        )}
      />
      <span className="absolute end-3 bottom-3 inline-flex h-8 items-center gap-1.5 rounded-control bg-ink ps-2.5 pe-3 text-small font-mid text-paper [&>svg]:size-4">
        <Maximize2 aria-hidden />
        <Trans>Enlarge</Trans>
      </span>
    </button>
  );
}
