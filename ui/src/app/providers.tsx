import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Direction } from 'radix-ui';
import { type ReactNode, useState } from 'react';

import { createQueryClient } from '@/api/query-client';
import { SessionProvider } from '@/auth/session-context';
import { LiveRegion } from '@/components/live-region/live-region';
import { useStore } from '@/hooks/use-store';
import { activeLanguage, directionOf } from '@/lib/language';

import { ConnectionBanner } from './connection-banner';
import { DatabaseRecoveryGate } from './database-recovery-gate';
import { ErrorBoundary } from './error-boundary';
import { LiveUpdates } from './live-updates';
import { SignedOutToasts } from './signed-out-toasts';
import { TranslationLanguage } from './translation-language';

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  // Renders what is here again when the language changes; the routes do so by themselves.
  const language = useStore(activeLanguage) ?? 'en';
  return (
    <I18nProvider i18n={i18n}>
      {/* Inside: its message needs the language. */}
      <ErrorBoundary fullPage>
        <Direction.Provider dir={directionOf(language)}>
          <QueryClientProvider client={queryClient}>
            <ConnectionBanner />
            <DatabaseRecoveryGate>
              <SessionProvider>
                <LiveUpdates />
                <TranslationLanguage />
                {children}
                <SignedOutToasts />
              </SessionProvider>
            </DatabaseRecoveryGate>
            <LiveRegion />
          </QueryClientProvider>
        </Direction.Provider>
      </ErrorBoundary>
    </I18nProvider>
  );
}
