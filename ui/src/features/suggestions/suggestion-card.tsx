import { useId } from 'react';

import { Card } from '@/components/card';
import { ReviewCardGoal, ReviewCardHeader, ReviewCardText } from '@/shared/review-list/review-card-parts';

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
      <ReviewCardHeader row={row} id={`${id}-who`} />
      <ReviewCardGoal id={`${id}-what`} name={row.suggestedName} goalbucks={row.suggestedGoalbucks} />
      {row.description !== null && <ReviewCardText label="Reason" text={row.description} />}
      <AnswerPlace {...place} />
    </Card>
  );
}
