import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

/** Link to the balance history. Covers its card, which is `relative`. */
export function HistoryLink() {
  return (
    <Link
      to="/student/history"
      className="flex w-fit items-center gap-0.5 text-small font-mid text-brand-ink no-underline outline-none! after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
    >
      <Trans>
        <span className="sr-only">GoalBucks</span> History
      </Trans>
      <ChevronRight aria-hidden className="size-4 mirror-rtl" />
    </Link>
  );
}
