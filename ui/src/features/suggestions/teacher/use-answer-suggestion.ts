import type { SuggestionListItem } from '@/api/types';

import {
  type ApprovalOverrides,
  type OnAnswered,
  useApproveSuggestion,
  useDenySuggestion,
} from './mutations';

/** Approves or denies a suggestion, one at a time. */
export function useAnswerSuggestion(suggestion: SuggestionListItem, onAnswered: OnAnswered) {
  const { id } = suggestion;
  const approval = useApproveSuggestion(suggestion, onAnswered);
  const denial = useDenySuggestion(suggestion, onAnswered);
  const busy = approval.isPending || denial.isPending;
  return {
    approve: (changes: ApprovalOverrides = {}) => {
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

export type SuggestionAnswering = ReturnType<typeof useAnswerSuggestion>;
