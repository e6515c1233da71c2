import type { ReactNode } from 'react';

import { Brand, BrandMark } from '@/components/illustrations/brand';

/** The page of a device that signs in with pictures. `start` replaces the logo, which then is at the end. */
export function Frame({ start, end, children }: { start?: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-[calc(100dvh-var(--banner))] grid-cols-1 grid-rows-[auto_1fr] bg-linear-to-b from-paper from-30% to-sky">
      <header className="flex items-center justify-between gap-4 px-8 py-4 max-sm:px-4 max-sm:py-3">
        {start ?? (
          <>
            <BrandMark className="size-9 sm:hidden" />
            <div className="max-sm:hidden">
              <Brand />
            </div>
          </>
        )}
        {end}
      </header>
      <main className="mx-auto flex w-full max-w-280 flex-col px-8 pb-8 max-sm:px-4 max-sm:pb-6 max-[359px]:px-3">
        {children}
      </main>
    </div>
  );
}

/** A message in the middle of the page. */
export function Message({ art, children }: { art: ReactNode; children: ReactNode }) {
  return (
    <div className="m-auto w-full max-w-110 animate-rise rounded-card border border-line bg-surface px-6 py-8 text-center shadow-low">
      <div className="flex justify-center">{art}</div>
      {children}
    </div>
  );
}
