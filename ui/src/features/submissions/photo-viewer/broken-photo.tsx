import { Trans } from '@lingui/react/macro';
import { ImageOff, RefreshCw } from 'lucide-react';

import { Button } from '@/components/button';
import { classNames } from '@/lib/class-names';

/** Placeholder for a photo that failed to load. */
export function BrokenPhoto({ className, onRetry }: { className?: string; onRetry: () => void }) {
  return (
    <div className={classNames('grid justify-items-center gap-3 p-6 text-center text-ink-2', className)}>
      <ImageOff aria-hidden className="size-8" />
      <Trans>The photo didn&apos;t load.</Trans>
      <Button icon={<RefreshCw aria-hidden />} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
