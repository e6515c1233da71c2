import { select } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { serverKind } from '@/api/server-kind';
import { BrandMark } from '@/components/illustrations/brand';
import { HillScene } from '@/components/illustrations/hill-scene';

/** Shown on all other devices during a recovery. */
export function MaintenanceScreen() {
  const server = serverKind();
  return (
    <main className="relative grid min-h-[calc(100dvh-var(--banner))] grid-cols-1 grid-rows-[1fr_auto] overflow-hidden bg-linear-to-b from-paper from-30% to-sky">
      <div
        role="status"
        className="relative z-1 flex flex-col items-center justify-center px-6 pt-8 pb-6 text-center"
      >
        <BrandMark className="mb-5 size-18 motion-safe:animate-shimmer" />
        <h1 className="max-w-[24ch] text-title text-balance">
          {select(server, {
            school: 'GoalBucks is being repaired on the school’s server',
            other: 'GoalBucks is being repaired on the class computer',
          })}
        </h1>
        <p className="mt-3 max-w-[44ch] text-lead text-balance text-ink-2">
          <Trans>You don&apos;t need to do anything. This page comes back by itself.</Trans>
        </p>
      </div>
      <HillScene />
    </main>
  );
}
