import { Suspense } from 'react';

import { lazyIfAvailable } from '@/api/lazy-when-reachable';
import { Card } from '@/components/card';
import { useMySavings } from '@/features/savings/queries';
import { useMyBalance } from '@/features/students/queries';

const SavingsCard = lazyIfAvailable(() => import('@/features/savings/savings-card'));

/** The item that the student saves for, if there is one; its code is loaded then. */
export function MySavings() {
  const savings = useMySavings();
  const balance = useMyBalance().data?.balance;
  if (!savings?.itemId) return null;
  return (
    <Suspense fallback={<Card className="h-33" />}>
      <SavingsCard savings={savings} balance={balance} />
    </Suspense>
  );
}
