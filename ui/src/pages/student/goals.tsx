import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Goal, Submission } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { CountUp } from '@/components/count-up';
import { EmptyState } from '@/components/empty-state';
import { Coin } from '@/components/illustrations/coin';
import { CupArt, HillArt } from '@/components/illustrations/illustrations';
import { Page } from '@/components/page';
import { Loading } from '@/components/skeleton';
import { completedGoalsQuery } from '@/features/goals/queries';
import { Celebration, totalGoalbucks } from '@/features/goals/student/celebration';
import { CompletedGoals } from '@/features/goals/student/completed-goals';
import { GoalStat, GoalStats } from '@/features/goals/student/goal-stats';
import {
  CompletedGoalsSkeleton,
  GoalCardsSkeleton,
  HeroSkeleton,
} from '@/features/goals/student/my-goals-skeleton';
import { AllSubmittedHero } from '@/features/goals/student/next-goal-hero';
import { useCelebration } from '@/features/goals/student/use-celebration';
import { useBalanceVisibility } from '@/features/students/balance-visibility';
import { useMyBalance } from '@/features/students/queries';
import { canSubmit } from '@/features/submissions/proof-rules';
import { approvedSubmissionsQuery } from '@/features/submissions/queries';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import { MySuggestions } from '@/features/suggestions/student/my-suggestions';
import type { SuggestButtonProps } from '@/features/suggestions/student/use-suggest-dialog';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';
import { QueryError } from '@/shared/query-error';
import { QueryView } from '@/shared/query-view';
import { RetryButton } from '@/shared/retry-button';

import { GoalRow, NextGoal } from './goal-rows';
import { HistoryLink } from './history-link';
import { StudentNews } from './student-news';
import { type GoalWithSubmission, useCurrentGoals } from './use-current-goals';
import { useGoalDialogs } from './use-goal-dialogs';
import { MAX_NAMED_DENIALS, useStudentNews } from './use-student-news';

type CurrentGoalsState = ReturnType<typeof useCurrentGoals>;
type CompletedGoalsState = ReturnType<typeof useCompletedGoals>;

function useCompletedGoals() {
  return useInfiniteQuery(completedGoalsQuery(useStudent().id));
}

function BalanceStat({ celebrated, ready }: { celebrated: number; ready: boolean }) {
  const balance = useMyBalance();
  const visibilityRef = useBalanceVisibility();
  if (balance.isError && !balance.data) {
    return (
      <GoalStat label={t`Available Balance`}>
        <RetryButton query={balance} className="-mx-2" />
      </GoalStat>
    );
  }
  if (!balance.data || !ready) return <GoalStat label={t`Available Balance`} />;
  const value = balance.data.balance;
  return (
    <GoalStat label={t`Available Balance`} more={<HistoryLink />}>
      <span
        ref={visibilityRef}
        className={classNames(
          'inline-flex items-center gap-1.5 text-gold-ink sm:gap-2',
          // Nine digits fit beside the hero.
          value >= 10_000_000 && 'xl:text-title',
        )}
      >
        <Coin className="size-5.5 sm:size-8" />
        <span>
          <CountUp value={value} from={value - celebrated} />
          <span className="sr-only"> {amountUnit(value)}</span>
        </span>
      </span>
    </GoalStat>
  );
}

function Stats({
  current,
  achieved,
  celebrated,
}: {
  current: CurrentGoalsState;
  achieved: CompletedGoalsState;
  celebrated: number;
}) {
  return (
    <GoalStats>
      <BalanceStat celebrated={celebrated} ready={!achieved.isPending} />
      <GoalStat label={t`Current Goals`}>{formatStat(current.rows?.length, current.isError)}</GoalStat>
      <GoalStat label={t`Goals Achieved`}>{formatStat(achieved.data?.completed, achieved.isError)}</GoalStat>
    </GoalStats>
  );
}

/** "17"; a dash after an error; undefined while loading. */
function formatStat(number: number | undefined, failed: boolean): ReactNode {
  if (number !== undefined) return formatNumber(number);
  return failed ? <span className="text-ink-3">–</span> : undefined;
}

function SuggestButton({ suggesting: { opening, onSuggest, onPreload } }: SuggestProps) {
  return (
    <Button
      icon={<Lightbulb aria-hidden />}
      pending={opening}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onClick={onSuggest}
    >
      <Trans>Suggest a Goal</Trans>
    </Button>
  );
}

/** The next goal, or an empty state. */
function TopSection({
  current,
  next,
  onSubmit,
  suggesting,
}: { current: CurrentGoalsState; next: GoalWithSubmission | undefined } & SubmitProps & SuggestProps) {
  const { rows } = current;
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

/** All current goals, also the one that is shown above. */
function CurrentGoals({ rows, suggesting, ...rowActions }: CurrentGoalsProps) {
  if (rows?.length === 0) return null;
  return (
    <section className="mb-8" aria-hidden={rows ? undefined : true}>
      <div className="mb-3 flex min-h-(--control) flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>
          <Trans>Current Goals</Trans>
        </h2>
        {rows && <SuggestButton suggesting={suggesting} />}
      </div>
      {rows ? (
        <ul className="card-columns gap-3">
          {rows.map((row) => (
            <GoalRow key={row.goal.id} {...row} {...rowActions} />
          ))}
        </ul>
      ) : (
        <GoalCardsSkeleton />
      )}
    </section>
  );
}

type SubmitProps = { onSubmit: (goal: Goal) => void };
type SuggestProps = { suggesting: SuggestButtonProps };
type CurrentGoalsProps = SubmitProps &
  SuggestProps & {
    rows: GoalWithSubmission[] | undefined;
    onWithdraw: (submission: Submission) => void;
  };

function AchievedGoals({ achieved }: { achieved: CompletedGoalsState }) {
  const { id } = useStudent();
  const { data: submissions } = useQuery(approvedSubmissionsQuery(id, achieved.data?.pages.length));
  const approved = new Map(submissions?.map((submission) => [submission.goalId, submission]));
  return (
    <QueryView
      query={achieved}
      level={3}
      variant="card"
      title={t`Your completed goals didn't load`}
      loading={t`Loading completed goals...`}
      skeleton={<CompletedGoalsSkeleton />}
      isEmpty={({ pages }) => pages.flat().length === 0}
      empty={
        <Card>
          <EmptyState level={3} art={<CupArt />} title={t`No completed goals yet`}>
            <Trans>Every goal you reach is kept here.</Trans>
          </EmptyState>
        </Card>
      }
    >
      {({ pages }) => (
        <CompletedGoals
          pages={pages}
          comment={(goal) => approved.get(goal.id)?.comment}
          status={(goal) => approved.has(goal.id) && <SubmissionBadge status="approved" />}
        />
      )}
    </QueryView>
  );
}

/** Marks goals whose denial is announced, so that the card with the next goal doesn't repeat the comment. */
function markAnnounced<Goals extends { rows: GoalWithSubmission[] | undefined }>(
  current: Goals,
  announced: GoalWithSubmission[],
) {
  const ids = new Set(announced.map(({ goal }) => goal.id));
  return { ...current, rows: current.rows?.map((row) => ({ ...row, isAnnounced: ids.has(row.goal.id) })) };
}

export default function MyGoalsPage() {
  const { name, username } = useStudent();
  const news = useStudentNews();
  const current = markAnnounced(useCurrentGoals(), news.denials.unseen.slice(0, MAX_NAMED_DENIALS));
  const { unsentProof, dialogs, onSubmit, onWithdraw, suggesting } = useGoalDialogs(current.rows);
  const achieved = useCompletedGoals();
  const celebration = useCelebration(achieved.data?.pages[0]);
  const next = current.rows?.find(({ submission }) => canSubmit(submission));
  // One error state; its Try again refetches all failed queries.
  const failed = current.isError && !current.rows;
  const shownName = name || username;
  const heading = (
    <Trans>
      Welcome, <bdi>{shownName}</bdi>!
    </Trans>
  );
  return (
    <Page title={t`My Goals`} heading={heading}>
      {unsentProof}
      <StudentNews news={news} />
      <Celebration goals={celebration.goals} onDismiss={celebration.dismiss} />
      <div className="mb-6 grid grid-cols-1 gap-4 sm:mb-8 xl:grid-cols-[minmax(0,1fr)_300px]">
        <TopSection current={current} next={next} onSubmit={onSubmit} suggesting={suggesting} />
        <Stats current={current} achieved={achieved} celebrated={totalGoalbucks(celebration.goals)} />
      </div>
      {!failed && (
        <CurrentGoals
          rows={current.rows}
          onSubmit={onSubmit}
          suggesting={suggesting}
          onWithdraw={onWithdraw}
        />
      )}
      <div className="card-columns gap-x-4">
        <MySuggestions />
        {!(failed && achieved.isError) && (
          <section>
            <h2 className="mb-3">
              <Trans>Completed Goals</Trans>
            </h2>
            <AchievedGoals achieved={achieved} />
          </section>
        )}
      </div>
      {dialogs}
    </Page>
  );
}
