import { t } from '@lingui/core/macro';

import type { Submission } from '@/api/types';
import { PhotoRemoved } from '@/features/submissions/photo-removed';

import { useReloadedImage } from '../use-reloaded-image';

function SubmittedPhoto({ imageUrl }: { imageUrl: string }) {
  const { src, onError } = useReloadedImage(`${imageUrl}?size=thumb`);
  return (
    <img
      src={src}
      alt={t`What you sent`}
      loading="lazy"
      onError={onError}
      className="size-16 shrink-0 rounded-control border border-line bg-sunken object-cover"
    />
  );
}

/** The student's pending proof. */
export function SubmittedProof({ submission }: { submission: Submission }) {
  const { imageUrl, submissionText } = submission;
  return (
    <div className="mt-3 flex items-center gap-3 text-ink-2">
      {imageUrl !== null && <SubmittedPhoto imageUrl={imageUrl} />}
      <div className="min-w-0">
        <PhotoRemoved submission={submission} />
        {submissionText !== null && (
          <p dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
            {submissionText}
          </p>
        )}
      </div>
    </div>
  );
}
