import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { Card } from '@/components/card';

type FactProps = {
  label: string;
  value: ReactNode;
  /** Below the value. */
  children?: ReactNode;
};

export function Fact({ label, value, children }: FactProps) {
  return (
    <div className="-ms-px grow basis-36 border-s border-line px-4 py-3 sm:px-5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="text-title font-bold tracking-tight">{value}</dd>
      <dd className="min-h-4.5 text-small text-ink-2">{children}</dd>
    </div>
  );
}

/** Progress in a few numbers. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Card as="section" aria-label={t`In short`} className="mb-4 overflow-clip">
      <dl className="-mt-px flex flex-wrap *:border-t">{children}</dl>
    </Card>
  );
}
