import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';

import type { Classroom } from '@/api/types';
import { classProgressQuery } from '@/features/progress/teacher/queries';
import { weeksToEarn } from '@/features/progress/teacher/weeks-to-earn';
import { useMayRead } from '@/shared/permissions';

/** How long half of the class takes to earn a price; nothing while that can't be told. */
export function PriceHint({ classroom, cost }: { classroom: Classroom; cost: number }) {
  const mayRead = useMayRead(classroom, 'manage');
  const { data } = useQuery({ ...classProgressQuery(classroom.id, '8weeks'), enabled: mayRead });
  const weeks = data ? weeksToEarn(cost, data) : null;
  if (weeks === null) return null;
  const text = plural(weeks, {
    one: 'About # week, at what half of the class earns.',
    other: 'About # weeks, at what half of the class earns.',
  });
  return (
    <p className="flex gap-2.5 rounded-control bg-sunken px-3 py-2.5 text-small text-ink-2">
      <Hourglass aria-hidden className="mt-px size-4 shrink-0" />
      <span>
        {text} <Trans>Only you see this.</Trans>
      </span>
    </p>
  );
}
