import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Flag } from 'lucide-react';
import { useId } from 'react';

import type { WeekProgress } from '@/api/types';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HeroScene } from '@/components/illustrations/hill-scene';
import { HillArt } from '@/components/illustrations/illustrations';
import { isThisWeek, total } from '@/features/progress/weeks';

function details(thisWeek: number): string {
  if (thisWeek === 0) return t`Every flag below is one of your goals.`;
  return plural(thisWeek, {
    one: '# of them this week. Every flag below is one of your goals.',
    other: '# of them this week. Every flag below is one of your goals.',
  });
}

/** How many goals were reached in these weeks. */
export function Reached({ weeks }: { weeks: WeekProgress[] }) {
  const id = useId();
  const count = total(weeks, (week) => week.goalsCompleted);
  if (count <= 0) {
    return (
      <Card as="section" className="mb-4">
        <EmptyState art={<HillArt />} title={t`Your next flag is waiting`}>
          <Trans>Each goal that you reach puts a flag here.</Trans>
        </EmptyState>
      </Card>
    );
  }
  const thisWeek = total(
    weeks.filter(({ start }) => isThisWeek(start)),
    (week) => week.goalsCompleted,
  );
  return (
    <section
      aria-labelledby={id}
      className="relative isolate mb-4 min-h-55 overflow-hidden rounded-card bg-hero p-5 text-hero-ink sm:px-8 sm:pt-6"
    >
      <HeroScene className="absolute inset-y-0 end-0 -z-1 aspect-[680/292] h-full max-w-none" />
      <p className="flex items-center gap-2 font-mid text-hero-ink-2 [&>svg]:size-4.5">
        <Flag aria-hidden className="mirror-rtl" />
        <Trans>Last 8 weeks</Trans>
      </p>
      <h2 id={id} className="my-2 text-display font-bold tracking-tight">
        {plural(count, { one: '# goal reached!', other: '# goals reached!' })}
      </h2>
      <p className="max-w-[26em] text-lead">{details(thisWeek)}</p>
    </section>
  );
}
