import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { Loading } from '@/components/skeleton';
import { HeroSkeleton } from '@/features/goals/student/my-goals-skeleton';
import { AllSubmittedHero } from '@/features/goals/student/next-goal-hero';
import { canSubmit } from '@/features/submissions/proof-rules';
import type { CurrentGoalsState } from '@/pages/student/use-current-goals';
import { QueryError } from '@/shared/query-error';

import { NextGoal, type SubmitProps } from './goal-rows';
import { SuggestButton, type SuggestProps } from './suggest-button';

type TopSectionProps = { current: CurrentGoalsState } & SubmitProps & SuggestProps;

/** The next goal, or an empty state. */
export function TopSection({ current, onSubmit, suggesting }: TopSectionProps) {
  const { rows } = current;
  const next = rows?.find(({ submission }) => canSubmit(submission));
  if (next) return <NextGoal {...next} onSubmit={onSubmit} />;
  if (rows && rows.length > 0) {
    return (
      <AllSubmittedHero waiting={rows.filter(({ submission }) => submission?.status === 'pending').length} />
    );
  }
  if (rows || current.isError) {
    return (
      <Card as="section" className="grid grid-cols-1 place-items-center">
        {rows ? (
          <EmptyState
            art={<HillArt />}
            title={t`No current goals`}
            action={<SuggestButton suggesting={suggesting} />}
          >
            <Trans>When your teacher gives you a goal, it shows up here.</Trans>
          </EmptyState>
        ) : (
          <QueryError title={t`Your goals didn't load`} query={current} />
        )}
      </Card>
    );
  }
  return (
    <Loading label={t`Loading goals...`} className="grid grid-cols-1">
      <HeroSkeleton />
    </Loading>
  );
}
