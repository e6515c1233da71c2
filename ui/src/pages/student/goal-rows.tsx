import { Camera, Clock, MessageSquareText } from 'lucide-react';

import type { Goal, Submission } from '@/api/types';
import { Button } from '@/components/button';
import { RelativeTime } from '@/components/relative-time';
import { CurrentGoalCard, goalTitleId } from '@/features/goals/current-goal-card';
import { DueDate } from '@/features/goals/goal-dates';
import { NextGoalHero } from '@/features/goals/next-goal-hero';
import { type ProofState, proofState } from '@/features/submissions/proof-rules';
import { SentProof } from '@/features/submissions/sent-proof';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import { TeacherNote } from '@/features/submissions/teacher-note';

import type { GoalWithProof } from './use-current-goals';

type SubmitProps = { onSubmit: (goal: Goal) => void };
type RowProps = GoalWithProof & SubmitProps & { onWithdraw: (submission: Submission) => void };

function SubmitButton({ goal, hero = false, onSubmit }: SubmitProps & { goal: Goal; hero?: boolean }) {
  return (
    <Button
      variant={hero ? 'hero' : 'soft'}
      size={hero ? 'large' : 'normal'}
      icon={<Camera aria-hidden />}
      aria-describedby={goalTitleId(goal)}
      onClick={() => {
        onSubmit(goal);
      }}
    >
      Submit Goal
    </Button>
  );
}

/** When it was sent or answered, and when it is due as long as something can be done about it. */
function When({ goal, proof, state }: GoalWithProof & { state: ProofState }) {
  const answered = proof?.reviewedAt ?? null;
  const time = answered ?? proof?.createdAt;
  const Icon = answered === null ? Clock : MessageSquareText;
  return (
    <>
      {time !== undefined && (
        <span className="inline-flex items-center gap-1.5 [&>svg]:size-[1.1em]">
          <Icon aria-hidden />
          <span>
            {answered === null ? 'Sent' : 'Answered'} <RelativeTime iso={time} />
          </span>
        </span>
      )}
      {(state === 'none' || state === 'returned') && <DueDate goal={goal} />}
    </>
  );
}

/** A badge that says where the proof stands, or a button that sends one. */
function Aside({ goal, proof, onSubmit, onWithdraw }: RowProps) {
  if (!proof) return <SubmitButton goal={goal} onSubmit={onSubmit} />;
  return (
    <>
      <SubmissionBadge status={proof.status} />
      {proof.status === 'pending' && (
        <Button
          variant="ghost"
          aria-describedby={goalTitleId(goal)}
          onClick={() => {
            onWithdraw(proof);
          }}
        >
          Withdraw
        </Button>
      )}
    </>
  );
}

export function GoalRow(props: RowProps) {
  const { goal, proof, isAnnounced, onSubmit } = props;
  const state = proofState(proof);
  return (
    <CurrentGoalCard
      goal={goal}
      when={<When goal={goal} proof={proof} state={state} />}
      aside={<Aside {...props} />}
    >
      {proof?.status === 'pending' && <SentProof submission={proof} />}
      {proof?.status === 'denied' && proof.comment !== null && !isAnnounced && (
        <TeacherNote comment={proof.comment} />
      )}
      {state === 'returned' && (
        <div className="mt-3 flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
          <p className="text-ink-2">You can try again and send new proof.</p>
          <SubmitButton goal={goal} onSubmit={onSubmit} />
        </div>
      )}
    </CurrentGoalCard>
  );
}

/** The one to do next; a returned one with what the teacher wrote. */
export function NextGoal({ goal, proof, isAnnounced, onSubmit }: GoalWithProof & SubmitProps) {
  return (
    <NextGoalHero
      goal={goal}
      returned={proof !== undefined}
      note={
        typeof proof?.comment === 'string' && (
          <div className="mb-6">
            <SubmissionBadge status={proof.status} />
            {!isAnnounced && <TeacherNote comment={proof.comment} />}
          </div>
        )
      }
      action={<SubmitButton hero goal={goal} onSubmit={onSubmit} />}
    />
  );
}
