import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Camera, Clock, MessageSquareText } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';

import { QueryError } from '@/api/query-error';
import type { Goal, Submission } from '@/api/types';
import { CupArt, HillArt } from '@/components/art';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Coin } from '@/components/coin';
import { CountUp } from '@/components/count-up';
import { amountUnit, formatNumber } from '@/components/format';
import { EmptyState } from '@/components/message-state';
import { Page } from '@/components/page';
import { RelativeTime } from '@/components/relative-time';
import { Loading } from '@/components/skeleton';
import { Celebration, paidBy } from '@/features/goals/celebration';
import { CompletedGoals } from '@/features/goals/completed-goals';
import { CurrentGoalCard } from '@/features/goals/current-goal-card';
import { DueDate } from '@/features/goals/goal-dates';
import { GoalStat, GoalStats } from '@/features/goals/goal-stats';
import { CompletedGoalsSkeleton, GoalCardsSkeleton, HeroSkeleton } from '@/features/goals/my-goals-skeleton';
import { NextGoalHero, NothingToSendHero } from '@/features/goals/next-goal-hero';
import { currentGoalsQuery } from '@/features/goals/queries';
import { useAchievedGoals } from '@/features/goals/use-achieved-goals';
import { useCelebration } from '@/features/goals/use-celebration';
import { useStudent } from '@/features/session/session-context';
import { useBalanceInSight } from '@/features/students/balance-in-sight';
import { balanceQuery } from '@/features/students/queries';
import { maySubmit, newestByGoal, proofState } from '@/features/submissions/proof-rules';
import { approvedSubmissionsQuery, openSubmissionsQuery } from '@/features/submissions/queries';
import { SentProof } from '@/features/submissions/sent-proof';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import { SubmitGoalDialog } from '@/features/submissions/submit-goal-dialog';
import { TeacherNote } from '@/features/submissions/teacher-note';
import { WithdrawDialog } from '@/features/submissions/withdraw-dialog';

type Actions = {
  onSubmit: (goal: Goal) => void;
  onWithdraw: (submission: Submission) => void;
};

function SubmitButton({ goal, hero = false, onSubmit }: { goal: Goal; hero?: boolean } & Pick<Actions, 'onSubmit'>) {
  return (
    <Button
      variant={hero ? 'hero' : 'soft'}
      size={hero ? 'large' : 'normal'}
      icon={<Camera aria-hidden />}
      onClick={() => {
        onSubmit(goal);
      }}
    >
      Submit Goal<span className="sr-only">: {goal.name}</span>
    </Button>
  );
}
