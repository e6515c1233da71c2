import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { createQueryClient } from '@/api/query-client';
import { Toaster } from '@/components/toaster';
import { SessionProvider } from '@/features/session/session-context';

import { ConnectionBanner } from './connection-banner';
import { LiveUpdates } from './live-updates';
import { RescueGate } from './rescue-gate';

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionBanner />
      <RescueGate>
        <SessionProvider>
          <LiveUpdates />
          {children}
        </SessionProvider>
      </RescueGate>
      <Toaster />
    </QueryClientProvider>
  );
}
