import { type ReactNode, Suspense } from 'react';

import { recoveryNeeded } from '@/api/database-recovery';
import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { LoadingScreen } from '@/components/loading-screen';
import { useForTeachers } from '@/hooks/use-for-teachers';
import { useStore } from '@/hooks/use-store';
import { withMessages } from '@/lib/language';

const DatabaseRecoveryPage = lazyWhenReachable(() =>
  withMessages('teacher', import('@/pages/database-recovery')),
);

/** Shows the recovery page in place of the application while the database is damaged. */
export function DatabaseRecoveryGate({ children }: { children: ReactNode }) {
  const isNeeded = useStore(recoveryNeeded);
  useForTeachers(isNeeded);
  if (!isNeeded) return children;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <DatabaseRecoveryPage />
    </Suspense>
  );
}
