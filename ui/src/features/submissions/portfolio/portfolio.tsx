import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';

import { hasNoRows } from '@/api/cursor-pagination';
import type { PortfolioItem } from '@/api/types';
import { Card } from '@/components/card';
import { ShowMore, useFocusOnNewPage } from '@/components/show-more';
import { Skeleton } from '@/components/skeleton';
import { SubmissionPhotos } from '@/features/submissions/photo-viewer/submission-photos';
import { QueryView } from '@/shared/query-view';

import { groupByMonth } from './months';
import { portfolioQuery } from './queries';
import { WorkCard } from './work-card';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-4';

function PortfolioSkeleton() {
  return (
    <>
      <Skeleton className="mb-4 h-5 w-32" />
      <div className={gridClass}>
        {[0, 1, 2].map((card) => (
          <Card key={card} className="overflow-hidden pb-5">
            <Skeleton className="h-50 rounded-none" />
            <Skeleton className="mx-4 mt-5 w-2/3" />
            <Skeleton className="mx-4 mt-3 w-1/3" />
          </Card>
        ))}
      </div>
    </>
  );
}

type MonthsProps = { portfolio: ComponentProps<typeof ShowMore>['pages']; pages: PortfolioItem[][] };

function Months({ portfolio, pages }: MonthsProps) {
  const items = pages.flat();
  const focusProps = useFocusOnNewPage(pages);
  const [shownId, setShownId] = useState<string | null>(null);
  return (
    <>
      {groupByMonth(items).map((month) => (
        <section key={month.name} className="mb-6">
          <h2 className="mb-3 first-letter:uppercase">{month.name}</h2>
          <ul className={gridClass}>
            {month.items.map((item) => (
              <WorkCard
                key={item.id}
                item={item}
                focusProps={focusProps(item)}
                onEnlarge={() => {
                  setShownId(item.id);
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore pages={portfolio} />
      <SubmissionPhotos photos={items} shownId={shownId} onShow={setShownId} />
    </>
  );
}

/** A student's photos and notes of completed goals by month, newest first, in pages of 30; loaded on mount. */
export function Portfolio({ studentId, empty }: { studentId: string; empty: ReactNode }) {
  const portfolio = useInfiniteQuery(portfolioQuery(studentId));
  return (
    <QueryView
      query={portfolio}
      variant="card"
      title={t`The work didn't load`}
      loading={t`Loading work...`}
      skeleton={<PortfolioSkeleton />}
      isEmpty={hasNoRows}
      empty={<Card>{empty}</Card>}
    >
      {({ pages }) => <Months portfolio={portfolio} pages={pages.map(({ rows }) => rows)} />}
    </QueryView>
  );
}
