import { Ban } from 'lucide-react';

import { Badge } from '@/components/badge';
import { formatNumber } from '@/lib/format';

/** Remaining stock. */
export function Stock({ stock }: { stock: number | null }) {
  if (stock === 0) {
    return (
      <Badge tone="plain" icon={<Ban aria-hidden />}>
        Sold out
      </Badge>
    );
  }
  return (
    <span className="text-small text-ink-2">
      {stock === null ? 'Unlimited' : `${formatNumber(stock)} left`}
    </span>
  );
}
