import { CircleCheck, CircleX, Clock } from 'lucide-react';

import type { Submission } from '@/api/types';
import { Badge } from '@/components/badge';

const badges = {
  pending: { icon: <Clock aria-hidden />, text: 'Pending Review' },
  approved: { icon: <CircleCheck aria-hidden />, text: 'Approved' },
  denied: { icon: <CircleX aria-hidden />, text: 'Denied' },
};

export function SubmissionBadge({ status }: { status: Submission['status'] }) {
  const { icon, text } = badges[status];
  return (
    <Badge tone={status} icon={icon}>
      {text}
    </Badge>
  );
}
