import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DoorClosed } from 'lucide-react';
import { useState } from 'react';

import type { StoreItem } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { GiftArt } from '@/components/illustrations/illustrations';
import { Page } from '@/components/page';
import { PurchaseDialog } from '@/features/purchases/student/purchase-dialog';
import { PurchaseHistory } from '@/features/purchases/student/purchase-history';
import { StoreItemGrid, StoreItemGridSkeleton } from '@/features/purchases/student/store-item-grid';
import { useMySavings } from '@/features/savings/queries';
import { SaveButton } from '@/features/savings/save-button';
import { storeItemsQuery, storeOpenQuery } from '@/features/store/queries';
import { useMyBalance } from '@/features/students/queries';
import { QueryView } from '@/shared/query-view';

import { StudentNews } from './news/student-news';
import { useStudentNews } from './news/use-student-news';
import { StoreBalance } from './store-balance';

type StoreProps = { chosenId: string | undefined; onPurchase: (item: StoreItem) => void };

/** Shown while the teacher has closed the store. */
function ClosedNotice() {
  return (
    <p className="mb-6 flex items-start gap-3 rounded-card bg-sunken px-5 py-4">
      <DoorClosed aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>
        <Trans>
          <b>The store is closed now.</b> You can still look, and save for something you like.
        </Trans>
      </span>
    </p>
  );
}

/** Shown for a negative balance, after a reversal or correction. */
function NegativeBalanceNotice() {
  return (
    <p className="mb-6 rounded-card bg-gold-soft px-5 py-4 text-gold-ink">
      <Trans>
        You have less than zero GoalBucks now. Some that you had spent were taken back. Each goal you reach
        brings you up again. When you are above zero, you can buy things.
      </Trans>
    </p>
  );
}

function Items({ chosenId, onPurchase }: StoreProps) {
  const items = useQuery(storeItemsQuery(useStudent().classroomId));
  const balance = useMyBalance();
  const isOpen = useQuery(storeOpenQuery(useStudent()));
  const savings = useMySavings();
  const savedId = savings === undefined ? undefined : (savings?.itemId ?? null);
  return (
    <QueryView
      query={items}
      level={3}
      variant="card"
      title={t`The store didn't load`}
      loading={t`Loading store...`}
      skeleton={<StoreItemGridSkeleton />}
      // Until these are known every button would have a reason that flashes up.
      pending={balance.isPending || isOpen.isPending}
      empty={
        <Card>
          <EmptyState level={3} art={<GiftArt />} title={t`The store is empty`}>
            <Trans>When your teacher puts something in, it shows up here.</Trans>
          </EmptyState>
        </Card>
      }
    >
      {(items) => (
        <StoreItemGrid
          items={items}
          balance={balance.data?.balance}
          isOpen={isOpen.data ?? true}
          savedId={savedId}
          saveButton={(item, titleId) => (
            <SaveButton item={item} isSaved={item.id === savedId} titleId={titleId} />
          )}
          chosenId={chosenId}
          onPurchase={onPurchase}
        />
      )}
    </QueryView>
  );
}

export default function StudentStorePage() {
  const items = useQuery(storeItemsQuery(useStudent().classroomId));
  const balance = useMyBalance().data?.balance;
  const isOpen = useQuery(storeOpenQuery(useStudent())).data ?? true;
  const [chosen, setChosen] = useState<StoreItem | null>(null);
  const news = useStudentNews();
  return (
    <Page title={t`Store`} actions={<StoreBalance />}>
      <StudentNews news={news} />
      {!isOpen && <ClosedNotice />}
      {balance !== undefined && balance < 0 && <NegativeBalanceNotice />}
      <section className="mb-8">
        <h2 className="mb-3">
          <Trans>Available Items</Trans>
        </h2>
        <Items chosenId={chosen?.id} onPurchase={setChosen} />
      </section>
      {/* Hidden until the items above have loaded, else their arrival would move it. */}
      <section className={items.isPending ? 'invisible' : undefined}>
        <h2 className="mb-3">
          <Trans>Purchase History</Trans>
        </h2>
        <PurchaseHistory />
      </section>
      <PurchaseDialog
        chosen={chosen}
        items={items.data ?? []}
        balance={balance}
        isOpen={isOpen}
        onClose={() => {
          setChosen(null);
        }}
      />
    </Page>
  );
}
