import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';

type BadgeTone = 'pending' | 'approved' | 'denied' | 'plain';

const tones: Record<BadgeTone, string> = {
  pending: 'bg-pending-soft text-pending-ink',
  approved: 'bg-approved-soft text-approved-ink',
  denied: 'bg-denied-soft text-denied-ink',
  plain: 'bg-sunken text-ink-2',
};

/** Status badge: always an icon and a text, never color alone. */
export function Badge({ tone, icon, children }: { tone: BadgeTone; icon: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-7 items-center gap-1.5 rounded-control ps-2 pe-2.5 text-small font-mid sm:whitespace-nowrap [&>svg]:size-4',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** Count badge; `label` is the noun for screen readers ("5 waiting"). */
export function CountBadge({
  count,
  label,
  highlighted = false,
}: {
  count: number;
  label?: string;
  highlighted?: boolean;
}) {
  return (
    <span
      className={classNames(
        'inline-grid h-5 min-w-5.5 place-items-center rounded-small px-1.5 text-small leading-none font-mid',
        highlighted ? 'bg-brand text-on-brand' : 'bg-sunken text-ink-2',
      )}
    >
      <span aria-hidden={label !== undefined || undefined}>{count}</span>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
