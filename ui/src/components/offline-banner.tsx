import { LoaderCircle } from 'lucide-react';

import { host } from './host';

/**
 * Stands above everything, dialogs too, while the server is out of reach. It pushes the page down: whatever sticks to the
 * top reads its height from `--banner` (theme.css). `aria-live` is written out so that an open dialog doesn't silence it.
 */
export function OfflineBanner({ visible }: { visible: boolean }) {
  return (
    <div role="status" aria-live="polite" className="sticky top-0 z-40 print:hidden">
      {visible && (
        <div
          data-banner
          className="flex min-h-(--banner) items-center gap-3 bg-ink px-4 font-mid text-paper max-sm:text-small"
        >
          <LoaderCircle aria-hidden className="size-4.5 shrink-0 animate-spin" />
          Can&apos;t reach the {host()}. Trying again...
        </div>
      )}
    </div>
  );
}
