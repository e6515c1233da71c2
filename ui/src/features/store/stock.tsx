import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Ban } from 'lucide-react';

import { Badge } from '@/components/badge';

/** Remaining stock. */
export function Stock({ stock }: { stock: number | null }) {
  if (stock === 0) {
    return (
      <Badge tone="plain" icon={<Ban aria-hidden />}>
        <Trans>Sold out</Trans>
      </Badge>
    );
  }
  return (
    <span className="text-small text-ink-2">
      {stock === null
        ? t`Unlimited`
        : t({ message: plural(stock, { other: '# left' }), comment: 'Items in stock' })}
    </span>
  );
}
