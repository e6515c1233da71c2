import { lazy, type ReactNode, Suspense } from 'react';

import { rescueNeeded } from '@/api/rescue-signal';
import { LoadingScreen } from '@/components/loading-screen';
import { useStore } from '@/hooks/use-store';

const RescuePage = lazy(() => import('@/pages/rescue'));

/** Shows the rescue page in place of the application while the database is damaged. */
export function RescueGate({ children }: { children: ReactNode }) {
  if (!useStore(rescueNeeded)) return children;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <RescuePage />
    </Suspense>
  );
}
