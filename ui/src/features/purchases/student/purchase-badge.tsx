import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Clock, PackageCheck, Undo2 } from 'lucide-react';

import type { Purchase } from '@/api/types';
import { Badge } from '@/components/badge';

const badges = {
  pending: {
    tone: 'pending',
    icon: <Clock aria-hidden />,
    text: msg({ message: 'Pending', comment: 'Status of a purchase' }),
  },
  fulfilled: {
    tone: 'approved',
    icon: <PackageCheck aria-hidden />,
    text: msg({ message: 'Fulfilled', comment: 'Status of a purchase' }),
  },
  cancelled: {
    tone: 'plain',
    icon: <Undo2 aria-hidden className="mirror-rtl" />,
    text: msg({ message: 'Cancelled', comment: 'Status of a purchase' }),
  },
} as const;

export function PurchaseBadge({ status }: { status: Purchase['status'] }) {
  const { tone, icon, text } = badges[status];
  return (
    <Badge tone={tone} icon={icon}>
      {i18n._(text)}
    </Badge>
  );
}
