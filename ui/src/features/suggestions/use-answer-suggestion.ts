import type { SuggestionRow } from '@/api/types';

import { type Changes, type OnAnswered, useApproveSuggestion, useDenySuggestion } from './queries';

/** Approves or denies a suggestion, one at a time. */
export function useAnswerSuggestion(suggestion: SuggestionRow, onAnswered: OnAnswered) {
  const { id } = suggestion;
  const approval = useApproveSuggestion(suggestion, onAnswered);
  const denial = useDenySuggestion(suggestion, onAnswered);
  const busy = approval.isPending || denial.isPending;
  return {
    approve: (changes: Changes = {}) => {
      if (!busy) approval.mutate({ id, changes });
    },
    deny: () => {
      if (!busy) denial.mutate({ id });
    },
    approving: approval.isPending,
    denying: denial.isPending,
    /** The error of the last approval. */
    failure: approval.error,
  };
}

export type Answering = ReturnType<typeof useAnswerSuggestion>;
