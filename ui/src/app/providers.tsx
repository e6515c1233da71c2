import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { createQueryClient } from '@/api/query-client';
import { SessionProvider } from '@/auth/session-context';
import { Toaster } from '@/components/toast/toaster';

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
