import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { createQueryClient } from '@/api/query-client';
import { SessionProvider } from '@/auth/session-context';
import { Toaster } from '@/components/toast/toaster';

import { ConnectionBanner } from './connection-banner';
import { DatabaseRecoveryGate } from './database-recovery-gate';
import { LiveUpdates } from './live-updates';

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionBanner />
      <DatabaseRecoveryGate>
        <SessionProvider>
          <LiveUpdates />
          {children}
        </SessionProvider>
      </DatabaseRecoveryGate>
      <Toaster />
    </QueryClientProvider>
  );
}
