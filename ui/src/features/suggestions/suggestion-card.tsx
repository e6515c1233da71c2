import { useId } from 'react';

import { Avatar } from '@/components/avatar';
import { Card } from '@/components/card';
import { LongText } from '@/components/long-text';
import { RelativeTime } from '@/components/relative-time';
import { Amount } from '@/shared/amount';

import { AnswerPlace, type AnswerPlaceProps } from './answer-place';
import { suggestionCardId } from './queries';

type SuggestionCardProps = AnswerPlaceProps & {
  /** In pixels: an answered card stays as tall as it was, so that the cards below don't move. */
  minHeight: number;
  ref: (card: HTMLElement | null) => void;
};

const cardClass =
  'flex scroll-mt-[calc(5rem+var(--banner))] scroll-mb-4 flex-col gap-3 px-4 py-4 sm:px-6 sm:py-5 ' +
  'lg:scroll-mt-[calc(1rem+var(--banner))]';

/** A suggestion that waits: who would like to have which goal, why, and the answer. */
export function SuggestionCard({ ref, minHeight, ...place }: SuggestionCardProps) {
  const { row } = place;
  const id = useId();
  return (
    <Card
      as="article"
      id={suggestionCardId(row)}
      ref={ref}
      tabIndex={-1}
      aria-labelledby={`${id}-who ${id}-what`}
      className={cardClass}
      style={{ minHeight }}
      {...(place.outcome !== null && { 'data-settled': '' })}
    >
      <div className="flex items-center gap-3">
        <Avatar name={row.studentName} />
        <div className="min-w-0 grow">
          <p id={`${id}-who`} className="font-mid wrap-anywhere">
            <bdi>{row.studentName}</bdi>
          </p>
          <p className="text-small wrap-anywhere text-ink-2">
            <bdi>{row.className}</bdi> · <RelativeTime iso={row.createdAt} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={`${id}-what`} className="wrap-anywhere">
          <bdi>{row.suggestedName}</bdi>
        </h2>
        <Amount value={row.suggestedGoalbucks} />
      </div>
      {row.description !== null && (
        <div className="rounded-control bg-sunken px-4 py-3">
          <p className="mb-0.5 text-small text-ink-2">Reason</p>
          <LongText text={row.description} />
        </div>
      )}
      <AnswerPlace {...place} />
    </Card>
  );
}
