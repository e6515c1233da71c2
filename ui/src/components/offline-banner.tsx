import { LoaderCircle } from 'lucide-react';

import { host } from '@/lib/host';

const SENTENCES = {
  server: () => `Can't reach the ${host()}. Trying again...`,
  database: () => `The ${host()} can't reach its database. Trying again...`,
};

/**
 * Stands above everything, dialogs too, while the server or its database is out of reach. It pushes the page down:
 * whatever sticks to the top reads its height from `--banner` (theme.css). `aria-live` is written out so that an open
 * dialog doesn't silence it.
 */
export function OfflineBanner({ away }: { away: keyof typeof SENTENCES | null }) {
  return (
    <div role="status" aria-live="polite" className="sticky top-0 z-40 print:hidden">
      {away !== null && (
        <div
          data-banner
          className="flex min-h-(--banner) items-center gap-3 bg-ink px-4 font-mid text-paper max-sm:text-small"
        >
          <LoaderCircle aria-hidden className="size-4.5 shrink-0 animate-spin" />
          {SENTENCES[away]()}
        </div>
      )}
    </div>
  );
}
