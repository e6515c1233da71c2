import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';

import type { SubmissionListItem } from '@/api/types';
import { LongText } from '@/components/long-text';
import { RelativeTime } from '@/components/relative-time';
import { PhotoRemoved } from '@/features/submissions/photo-removed';

import { useReloadedImage } from '../use-reloaded-image';

function PreviousPhoto({ imageUrl }: { imageUrl: string }) {
  const { src, onError } = useReloadedImage(`${imageUrl}?size=thumb`);
  return <img src={src} alt="" loading="lazy" onError={onError} className="size-full object-cover" />;
}

function PreviousAttempt({
  row,
  onEnlarge,
}: {
  row: SubmissionListItem;
  onEnlarge: (row: SubmissionListItem) => void;
}) {
  const { studentName, reviewedAt } = row;
  return (
    <li className="flex gap-3 border-t border-line py-3 first:border-t-0">
      {row.imageUrl !== null && (
        <button
          type="button"
          aria-label={t`Enlarge the earlier proof image from ${studentName}`}
          onClick={() => {
            onEnlarge(row);
          }}
          className="size-16 shrink-0 cursor-zoom-in overflow-hidden rounded-control bg-sunken"
        >
          <PreviousPhoto imageUrl={row.imageUrl} />
        </button>
      )}
      <div className="min-w-0 grow">
        <p className="text-small text-ink-2">
          {reviewedAt === null ? (
            <Trans comment="An earlier try">Returned</Trans>
          ) : (
            <Trans comment="An earlier try">
              Returned <RelativeTime iso={reviewedAt} />
            </Trans>
          )}
        </p>
        <PhotoRemoved submission={row} />
        {row.submissionText !== null && <LongText text={row.submissionText} />}
        {row.comment !== null && (
          <div className="mt-1.5 border-s-2 border-line-strong ps-3">
            <p className="text-small text-ink-2">
              <Trans>You wrote</Trans>
            </p>
            <LongText text={row.comment} />
          </div>
        )}
      </div>
    </li>
  );
}

type PreviousAttemptsProps = {
  /** The pending submission. */
  row: SubmissionListItem;
  onEnlarge: (row: SubmissionListItem) => void;
};

/** Earlier submissions for the same goal with the teacher's comments. */
export function PreviousAttempts({ row, onEnlarge }: PreviousAttemptsProps) {
  const attempts = row.earlierTries.map((attempt) => ({ ...row, ...attempt }));
  const count = attempts.length;
  if (count === 0) return null;
  return (
    <details className="group">
      <summary className="inline-flex min-h-8 list-none items-center gap-1 rounded-control font-mid text-brand-ink">
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform group-open:rotate-90 rtl:-scale-x-100"
        />
        {plural(count, { one: '# earlier try', other: '# earlier tries' })}
      </summary>
      <ul>
        {attempts.map((attempt) => (
          <PreviousAttempt key={attempt.id} row={attempt} onEnlarge={onEnlarge} />
        ))}
      </ul>
    </details>
  );
}
