import { useQuery } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useId } from 'react';

import { QueryError } from '@/api/query-error';
import type { PurchaseRow } from '@/api/types';
import { Amount } from '@/components/amount';
import { Card } from '@/components/card';
import { RelativeTime } from '@/components/relative-time';
import { Loading, SkeletonRows } from '@/components/skeleton';

import { fulfilledPurchasesQuery } from './queries';

const SHOWN = 5;

function FulfilledRow({ purchase }: { purchase: PurchaseRow }) {
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <span className="grid size-7 shrink-0 place-items-center rounded-control bg-approved-soft text-approved-ink [&>svg]:size-4">
        <PackageCheck aria-hidden />
      </span>
      <div className="min-w-0 grow leading-5">
        <p className="wrap-anywhere">
          <b>
            <bdi>{purchase.studentName}</bdi>
          </b>{' '}
          <span className="text-ink-3">·</span> <bdi>{purchase.itemName}</bdi>
        </p>
        {purchase.fulfilledAt !== null && (
          <p className="text-small text-ink-2">
            Fulfilled <RelativeTime iso={purchase.fulfilledAt} />
          </p>
        )}
      </div>
      <Amount hideUnit value={purchase.goalbucksCost} />
    </li>
  );
}

function Content({ classroomId }: { classroomId: string }) {
  const fulfilled = useQuery(fulfilledPurchasesQuery(classroomId));
  if (fulfilled.isPending) {
    return (
      <Loading label="Loading fulfilled purchases...">
        <SkeletonRows rows={3} />
      </Loading>
    );
  }
  if (!fulfilled.data)
    return <QueryError level={3} title="The fulfilled purchases didn't load" query={fulfilled} />;
  if (fulfilled.data.length === 0) {
    return <p className="px-4 py-5 text-center text-ink-2">What you mark as fulfilled appears here.</p>;
  }
  return (
    <ul>
      {fulfilled.data.slice(0, SHOWN).map((purchase) => (
        <FulfilledRow key={purchase.id} purchase={purchase} />
      ))}
    </ul>
  );
}

/** The first five, the latest handed out first. */
export function RecentlyFulfilled({ classroomId }: { classroomId: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2">
        Recently Fulfilled
      </h2>
      <Card>
        <Content classroomId={classroomId} />
      </Card>
    </section>
  );
}
