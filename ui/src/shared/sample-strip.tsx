import { Trans } from '@lingui/react/macro';
import { Sprout } from 'lucide-react';
import type { ReactNode } from 'react';

/** Above every page of the sample class; `children` are its buttons. */
export function SampleStrip({ children }: { children?: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-pending-soft px-4 py-2 text-pending-ink print:hidden">
      <Sprout aria-hidden className="size-4.5" />
      <p className="grow">
        <Trans>
          <b>Sample class:</b> nobody here is real.
        </Trans>
      </p>
      {children}
    </div>
  );
}
