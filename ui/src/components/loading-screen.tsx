import { Trans } from '@lingui/react/macro';

import { BrandMark } from './illustrations/brand';

/** Full-page loading state. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-[calc(100dvh-var(--banner))] place-items-center">
      <div role="status" className="flex flex-col items-center gap-4 text-ink-2">
        <BrandMark className="animate-shimmer size-14" />
        <Trans>Loading...</Trans>
      </div>
    </main>
  );
}
