import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';

import { announce } from '@/components/live-region/announce';
import { toast } from '@/components/toast/toast-store';

import { BalanceNews } from './balance-news';
import { DenialNews } from './denial-news';
import { PurchaseNews } from './purchase-news';
import { SuggestionNews } from './suggestion-news';
import { MAX_NAMED_DENIALS, type StudentNewsRows } from './use-student-news';

/** Height of the bar at the top of narrow screens. */
const TOP_BAR_HEIGHT = 60;

/**
 * Announces news that a dialog hides from screen readers. While the box with them is scrolled out of view, shows a toast
 * whose button scrolls there.
 */
function useNewsToast(newest: string) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newest === '' || !box.current) return;
    if (box.current.closest('[aria-hidden=true]')) announce(t`News from your teacher`);
    if (scrollY === 0 || box.current.getBoundingClientRect().bottom > TOP_BAR_HEIGHT) return;
    toast({
      title: t`News from your teacher`,
      action: {
        label: t({ message: 'Show', comment: 'Button that leads to the news' }),
        altText: t`It is at the top of the page.`,
        onPress: () => {
          box.current?.focus();
          scrollTo(0, 0);
        },
      },
    });
  }, [newest]);
  return box;
}

function newsKey({ entries, denials, purchases, suggestions }: StudentNewsRows): string {
  const proofs = denials.unseen.flatMap(({ submission }) => submission ?? []);
  const rows = [...entries.unseen, ...proofs, ...purchases.unseen, ...suggestions.unseen];
  return rows.map(({ id }) => id).join();
}

/** Changes by the teacher since the last visit, each shown once per device until dismissed. */
export function StudentNews({ news }: { news: StudentNewsRows }) {
  const box = useNewsToast(newsKey(news));
  return (
    <div ref={box} role="status" aria-atomic={false} tabIndex={-1} className="outline-none">
      <BalanceNews only="awards" news={news.entries} />
      <DenialNews named={MAX_NAMED_DENIALS} news={news.denials} />
      <PurchaseNews news={news.purchases} />
      <SuggestionNews news={news.suggestions} />
      <BalanceNews only="changes" news={news.entries} />
    </div>
  );
}
