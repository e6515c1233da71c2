import { plural } from '@lingui/core/macro';
import { UserRound } from 'lucide-react';

import type { StoreItem } from '@/api/types';
import { Badge } from '@/components/badge';

/** How many each student can buy; nothing without a limit. */
export function Limit({ item: { perStudent, per } }: { item: StoreItem }) {
  if (perStudent === null) return null;
  const text = {
    ever: plural(perStudent, { other: '# per student' }),
    week: plural(perStudent, { other: '# a week' }),
    day: plural(perStudent, { other: '# a day' }),
  }[per];
  return (
    <Badge tone="plain" icon={<UserRound aria-hidden />}>
      {text}
    </Badge>
  );
}
