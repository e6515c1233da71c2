import { t } from '@lingui/core/macro';
import { useId } from 'react';

import { Card } from '@/components/card';
import { Amount } from '@/shared/amount';
import { ReviewCardGoal, ReviewCardHeader, ReviewCardText } from '@/shared/review-list/review-card-parts';

import { suggestionCardId } from './mutations';
import { SuggestionActions, type SuggestionActionsProps } from './suggestion-actions';

type SuggestionCardProps = SuggestionActionsProps & {
  /** Height in pixels that a processed card keeps, to avoid moving the cards below. */
  minHeight: number;
};

/** Card of a pending suggestion. */
export function SuggestionCard({ minHeight, ...actionProps }: SuggestionCardProps) {
  const { row } = actionProps;
  const id = useId();
  const whoId = `${id}-who`;
  const whatId = `${id}-what`;
  return (
    <Card
      as="article"
      id={suggestionCardId(row)}
      tabIndex={-1}
      aria-labelledby={[whoId, whatId].join(' ')}
      className="flex flex-col gap-3 px-4 py-4 sm:px-6 sm:py-5"
      style={{ minHeight }}
      {...(actionProps.outcome === null ? { 'data-pending': row.id } : { 'data-processed': '' })}
    >
      <ReviewCardHeader row={row} id={whoId} />
      <ReviewCardGoal
        id={whatId}
        name={row.suggestedName}
        amount={<Amount value={row.suggestedGoalbucks} />}
      />
      {row.description !== null && <ReviewCardText label={t`Reason`} text={row.description} />}
      <SuggestionActions {...actionProps} />
    </Card>
  );
}
