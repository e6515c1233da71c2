import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Goal, Submission } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { CountUp } from '@/components/count-up';
import { EmptyState } from '@/components/empty-state';
import { CupArt, HillArt } from '@/components/illustrations/art';
import { Coin } from '@/components/illustrations/coin';
import { Page } from '@/components/page';
import { Loading } from '@/components/skeleton';
import { Celebration, paidBy } from '@/features/goals/celebration';
import { CompletedGoals } from '@/features/goals/completed-goals';
import { GoalStat, GoalStats } from '@/features/goals/goal-stats';
import { CompletedGoalsSkeleton, GoalCardsSkeleton, HeroSkeleton } from '@/features/goals/my-goals-skeleton';
import { NothingToSendHero } from '@/features/goals/next-goal-hero';
import { completedGoalsQuery } from '@/features/goals/queries';
import { useCelebration } from '@/features/goals/use-celebration';
import { useBalanceInSight } from '@/features/students/balance-in-sight';
import { useMyBalance } from '@/features/students/queries';
import { maySubmit } from '@/features/submissions/proof-rules';
import { approvedSubmissionsQuery } from '@/features/submissions/queries';
import { MySuggestions } from '@/features/suggestions/my-suggestions';
import type { Suggesting } from '@/features/suggestions/use-suggest-dialog';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';
import { QueryError } from '@/shared/query-error';
import { QueryView } from '@/shared/query-view';
import { RetryButton } from '@/shared/retry-button';

import { GoalRow, NextGoal } from './goal-rows';
import { HistoryLink } from './history-link';
import { StudentNews } from './student-news';
import { type GoalWithProof, useCurrentGoals } from './use-current-goals';
import { useGoalDialogs } from './use-goal-dialogs';
import { NAMED_DENIALS, useStudentNews } from './use-student-news';

type Current = ReturnType<typeof useCurrentGoals>;
type Achieved = ReturnType<typeof useAchieved>;

function useAchieved() {
  return useInfiniteQuery(completedGoalsQuery(useStudent().id));
}

function BalanceStat({ celebrated, ready }: { celebrated: number; ready: boolean }) {
  const balance = useMyBalance();
  const inSight = useBalanceInSight();
  if (balance.isError && !balance.data) {
    return (
      <GoalStat label="Available Balance">
        <RetryButton query={balance} className="-mx-2" />
      </GoalStat>
    );
  }
  if (!balance.data || !ready) return <GoalStat label="Available Balance" />;
  const value = balance.data.balance;
  return (
    <GoalStat label="Available Balance" more={<HistoryLink />}>
      <span
        ref={inSight}
        className={classNames(
          'inline-flex items-center gap-1.5 text-gold-ink sm:gap-2',
          // Beside the hero there is room for nine figures.
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
  current: Current;
  achieved: Achieved;
  celebrated: number;
}) {
  return (
    <GoalStats>
      <BalanceStat celebrated={celebrated} ready={!achieved.isPending} />
      <GoalStat label="Current Goals">{count(current.rows?.length, current.isError)}</GoalStat>
      <GoalStat label="Goals Achieved">{count(achieved.data?.completed, achieved.isError)}</GoalStat>
    </GoalStats>
  );
}

/** "17"; a dash when it can't be known; nothing while it loads. */
function count(number: number | undefined, failed: boolean): ReactNode {
  if (number !== undefined) return formatNumber(number);
  return failed ? <span className="text-ink-3">–</span> : undefined;
}

function SuggestButton({ suggesting: { opening, onSuggest, onNear } }: SuggestProps) {
  return (
    <Button
      icon={<Lightbulb aria-hidden />}
      pending={opening}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onSuggest}
    >
      Suggest a Goal
    </Button>
  );
}

/** The next goal; or why there is none. */
function Top({
  current,
  next,
  onSubmit,
  suggesting,
}: { current: Current; next: GoalWithProof | undefined } & SubmitProps & SuggestProps) {
  const { rows } = current;
  if (next) return <NextGoal {...next} onSubmit={onSubmit} />;
  if (rows && rows.length > 0) {
    return <NothingToSendHero waiting={rows.filter(({ proof }) => proof?.status === 'pending').length} />;
  }
  if (rows || current.isError) {
    return (
      <Card as="section" className="grid place-items-center">
        {rows ? (
          <EmptyState
            art={<HillArt />}
            title="No current goals"
            action={<SuggestButton suggesting={suggesting} />}
          >
            When your teacher gives you a goal, it shows up here.
          </EmptyState>
        ) : (
          <QueryError title="Your goals didn't load" query={current} />
        )}
      </Card>
    );
  }
  return (
    <Loading label="Loading goals..." className="grid">
      <HeroSkeleton />
    </Loading>
  );
}

/** The current goals but the next one, which stands on top. */
function CurrentGoals({ rows, next, suggesting, ...rowActions }: CurrentGoalsProps) {
  if (rows?.length === 0) return null;
  const others = rows?.filter((row) => row !== next);
  return (
    <section className="mb-8" aria-hidden={rows ? undefined : true}>
      <div className="mb-3 flex min-h-(--control) flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>Current Goals</h2>
        {rows && <SuggestButton suggesting={suggesting} />}
      </div>
      {others ? (
        <ul className="card-columns gap-3">
          {others.map((row) => (
            <GoalRow key={row.goal.id} {...row} {...rowActions} />
          ))}
        </ul>
      ) : (
        <GoalCardsSkeleton />
      )}
      {others?.length === 0 && <p className="text-ink-2">Your next goal is the only one right now.</p>}
    </section>
  );
}

type SubmitProps = { onSubmit: (goal: Goal) => void };
type SuggestProps = { suggesting: Suggesting };
type CurrentGoalsProps = SubmitProps &
  SuggestProps & {
    rows: GoalWithProof[] | undefined;
    next: GoalWithProof | undefined;
    onWithdraw: (submission: Submission) => void;
  };

function AchievedGoals({ achieved }: { achieved: Achieved }) {
  const { id } = useStudent();
  const approved = useQuery(approvedSubmissionsQuery(id));
  const comments = new Map(
    approved.data?.flatMap(({ goalId, comment }) => (comment === null ? [] : [[goalId, comment]])),
  );
  return (
    <QueryView
      query={achieved}
      level={3}
      variant="card"
      title="Your completed goals didn't load"
      loading="Loading completed goals..."
      skeleton={<CompletedGoalsSkeleton />}
      isEmpty={({ pages }) => pages.flat().length === 0}
      empty={
        <Card>
          <EmptyState level={3} art={<CupArt />} title="No completed goals yet">
            Every goal you reach is kept here.
          </EmptyState>
        </Card>
      }
    >
      {({ pages }) => <CompletedGoals pages={pages} comments={comments} />}
    </QueryView>
  );
}

/** Marks the goals whose denial is announced with its comment, so that the comment isn't shown twice. */
function markAnnounced<Goals extends { rows: GoalWithProof[] | undefined }>(
  current: Goals,
  announced: GoalWithProof[],
) {
  const ids = new Set(announced.map(({ goal }) => goal.id));
  return { ...current, rows: current.rows?.map((row) => ({ ...row, isAnnounced: ids.has(row.goal.id) })) };
}

export default function MyGoalsPage() {
  const { name, username } = useStudent();
  const news = useStudentNews();
  const current = markAnnounced(useCurrentGoals(), news.denials.unseen.slice(0, NAMED_DENIALS));
  const { unsentProof, dialogs, onSubmit, onWithdraw, suggesting } = useGoalDialogs(current.rows);
  const achieved = useAchieved();
  const celebration = useCelebration(achieved.data?.pages[0]);
  const next = current.rows?.find(({ proof }) => maySubmit(proof));
  // One message says it; its Try again asks for everything that didn't come.
  const failed = current.isError && !current.rows;
  const heading = (
    <>
      Welcome, <bdi>{name || username}</bdi>!
    </>
  );
  return (
    <Page title="My Goals" heading={heading}>
      {unsentProof}
      <StudentNews news={news} />
      <Celebration goals={celebration.goals} onDismiss={celebration.dismiss} />
      <div className="mb-6 grid gap-4 sm:mb-8 xl:grid-cols-[minmax(0,1fr)_300px]">
        <Top {...{ current, next, onSubmit, suggesting }} />
        <Stats current={current} achieved={achieved} celebrated={paidBy(celebration.goals)} />
      </div>
      {!failed && <CurrentGoals rows={current.rows} {...{ next, onSubmit, suggesting, onWithdraw }} />}
      <div className="card-columns gap-x-4">
        <MySuggestions />
        {!(failed && achieved.isError) && (
          <section>
            <h2 className="mb-3">Completed Goals</h2>
            <AchievedGoals achieved={achieved} />
          </section>
        )}
      </div>
      {dialogs}
    </Page>
  );
}
