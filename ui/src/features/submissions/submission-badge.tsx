import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { CircleCheck, CircleX, Clock, RotateCcw } from 'lucide-react';

import type { Submission } from '@/api/types';
import { Badge } from '@/components/badge';

const badges = {
  pending: {
    tone: 'pending',
    icon: <Clock aria-hidden />,
    text: msg({ message: 'Pending Review', comment: 'Status of a submission' }),
  },
  approved: {
    tone: 'approved',
    icon: <CircleCheck aria-hidden />,
    text: msg({ message: 'Approved', comment: 'Status of a submission' }),
  },
  denied: {
    tone: 'denied',
    icon: <CircleX aria-hidden />,
    text: msg({ message: 'Denied', comment: 'Status of a submission' }),
  },
  returned: {
    tone: 'plain',
    icon: <RotateCcw aria-hidden />,
    text: msg({ message: 'Returned', comment: 'Status of a submission that the student may send again' }),
  },
} as const;

type SubmissionBadgeProps = Pick<Submission, 'status'> & Partial<Pick<Submission, 'allowResubmission'>>;

export function SubmissionBadge({ status, allowResubmission = false }: SubmissionBadgeProps) {
  const { tone, icon, text } = badges[status === 'denied' && allowResubmission ? 'returned' : status];
  return (
    <Badge tone={tone} icon={icon}>
      {i18n._(text)}
    </Badge>
  );
}
