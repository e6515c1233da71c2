import { useCurrentGoals } from '@/pages/student/use-current-goals';

import { useBalanceNews } from './balance-news';
import { useDenialNews } from './denial-news';
import { usePurchaseNews } from './purchase-news';
import { useSavingsNews } from './savings-news';
import { useSuggestionNews } from './suggestion-news';

/** Unseen changes by the teacher, per device. */
export function useStudentNews() {
  const { rows } = useCurrentGoals();
  // Load after the page's own content.
  const enabled = rows !== undefined;
  const { newTerm, awards, balanceChanges } = useBalanceNews();
  const denials = useDenialNews(rows);
  const purchases = usePurchaseNews(enabled);
  const savings = useSavingsNews();
  const suggestions = useSuggestionNews(enabled);
  return {
    /** In the order in which they are shown. */
    sources: { newTerm, awards, denials, purchases, savings, suggestions, balanceChanges },
    /** Ids of the goals whose denial is shown with its comment. */
    announcedGoals: denials.named,
  };
}

export type StudentNewsState = ReturnType<typeof useStudentNews>;
