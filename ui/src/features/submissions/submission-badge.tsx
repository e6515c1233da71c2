import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CircleCheck, CircleX, Clock } from 'lucide-react';

import type { Submission } from '@/api/types';
import { Badge } from '@/components/badge';

const badges = {
  pending: {
    icon: <Clock aria-hidden />,
    text: msg({ message: 'Pending Review', comment: 'Status of a submission' }),
  },
  approved: {
    icon: <CircleCheck aria-hidden />,
    text: msg({ message: 'Approved', comment: 'Status of a submission' }),
  },
  denied: {
    icon: <CircleX aria-hidden />,
    text: msg({ message: 'Denied', comment: 'Status of a submission' }),
  },
};

export function SubmissionBadge({ status }: { status: Submission['status'] }) {
  const { icon, text } = badges[status];
  return (
    <Badge tone={status} icon={icon}>
      {i18n._(text)}
    </Badge>
  );
}
