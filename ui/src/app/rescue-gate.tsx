import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';

import { rescueSignal } from '@/api/rescue-signal';
import { LoadingScreen } from '@/components/loading-screen';

const RescuePage = lazy(async () => ({ default: (await import('@/pages/rescue')).RescuePage }));

/** While the class's database is damaged nothing else can be done: no page, no sign-in, no events. */
export function RescueGate({ children }: { children: ReactNode }) {
  const needed = useSyncExternalStore(rescueSignal.subscribe, rescueSignal.isNeeded);
  if (!needed) return children;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <RescuePage />
    </Suspense>
  );
}
