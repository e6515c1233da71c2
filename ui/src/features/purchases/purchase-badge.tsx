import { Clock, PackageCheck, Undo2 } from 'lucide-react';

import type { Purchase } from '@/api/types';
import { Badge } from '@/components/badge';

const badges = {
  pending: { tone: 'pending', icon: <Clock aria-hidden />, text: 'Pending' },
  fulfilled: { tone: 'approved', icon: <PackageCheck aria-hidden />, text: 'Fulfilled' },
  cancelled: { tone: 'plain', icon: <Undo2 aria-hidden />, text: 'Cancelled' },
} as const;

export function PurchaseBadge({ status }: { status: Purchase['status'] }) {
  const { tone, icon, text } = badges[status];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}
