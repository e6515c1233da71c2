import { useStore } from '@/hooks/use-store';

import { announcements } from './announce';

/** Says what `announce` is given; use once. With an explicit `aria-live` it works while a dialog is open, too. */
export function LiveRegion() {
  return (
    <div role="status" aria-live="polite" aria-atomic={false} className="sr-only">
      {useStore(announcements).map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}
