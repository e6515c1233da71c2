import { Trans } from '@lingui/react/macro';
import { Camera, Clock, MessageSquareText } from 'lucide-react';

import type { Goal, Submission } from '@/api/types';
import { Button } from '@/components/button';
import { RelativeTime } from '@/components/relative-time';
import { DueDate } from '@/features/goals/goal-dates';
import { CurrentGoalCard, goalTitleId } from '@/features/goals/student/current-goal-card';
import { NEXT_GOAL_TITLE_ID, NextGoalHero } from '@/features/goals/student/next-goal-hero';
import { canSubmit, type ProofState, proofState } from '@/features/submissions/proof-rules';
import { SubmittedProof } from '@/features/submissions/student/submitted-proof';
import { TeacherNote } from '@/features/submissions/student/teacher-note';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import type { GoalWithSubmission } from '@/pages/student/use-current-goals';
import { GoalDetails } from '@/shared/goal-details';
import { Speaker } from '@/shared/read-aloud/speaker';

export type SubmitProps = { onSubmit: (goal: Goal) => void };
export type RowActions = SubmitProps & { onWithdraw: (submission: Submission) => void };
type RowProps = GoalWithSubmission & RowActions;

function SubmitButton({ goal, hero = false, onSubmit }: SubmitProps & { goal: Goal; hero?: boolean }) {
  return (
    <Button
      variant={hero ? 'hero' : 'soft'}
      size={hero ? 'large' : 'normal'}
      icon={<Camera aria-hidden />}
      aria-describedby={hero ? NEXT_GOAL_TITLE_ID : goalTitleId(goal)}
      onClick={() => {
        onSubmit(goal);
      }}
    >
      <Trans>Submit Goal</Trans>
    </Button>
  );
}

/** Time of the submission or the review, and the due date of open goals. */
function GoalTime({ goal, submission, state }: GoalWithSubmission & { state: ProofState }) {
  const answered = submission?.reviewedAt ?? null;
  const time = answered ?? submission?.createdAt;
  const Icon = answered === null ? Clock : MessageSquareText;
  return (
    <>
      {time !== undefined && (
        <span className="inline-flex items-center gap-1.5 [&>svg]:size-[1.1em]">
          <Icon aria-hidden />
          <span>
            {answered === null ? (
              <Trans>
                Sent <RelativeTime iso={time} />
              </Trans>
            ) : (
              <Trans>
                Answered <RelativeTime iso={time} />
              </Trans>
            )}
          </span>
        </span>
      )}
      {(state === 'none' || state === 'returned') && <DueDate toStudent goal={goal} />}
    </>
  );
}

/** Status badge or submit button. */
function RowAction({ goal, submission, onSubmit, onWithdraw }: RowProps) {
  if (!submission) return <SubmitButton goal={goal} onSubmit={onSubmit} />;
  return (
    <>
      <SubmissionBadge status={submission.status} allowResubmission={submission.allowResubmission} />
      {submission.status === 'pending' && (
        <Button
          variant="ghost"
          aria-describedby={goalTitleId(goal)}
          onClick={() => {
            onWithdraw(submission);
          }}
        >
          <Trans>Take it back</Trans>
        </Button>
      )}
    </>
  );
}

export function GoalRow(props: RowProps) {
  const { goal, submission, onSubmit } = props;
  const state = proofState(submission);
  return (
    <CurrentGoalCard
      goal={goal}
      when={<GoalTime goal={goal} submission={submission} state={state} />}
      speaker={<Speaker goal={goal} submission={submission} />}
      aside={<RowAction {...props} />}
    >
      {canSubmit(submission) && <GoalDetails details={goal.details} />}
      {submission?.status === 'pending' && <SubmittedProof submission={submission} />}
      {submission?.status === 'denied' && submission.comment !== null && (
        <TeacherNote comment={submission.comment} />
      )}
      {state === 'returned' && (
        <div className="mt-3 flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
          <p className="text-ink-2">
            <Trans>You can try again and send new proof.</Trans>
          </p>
          <SubmitButton goal={goal} onSubmit={onSubmit} />
        </div>
      )}
    </CurrentGoalCard>
  );
}

/** The next goal, with the teacher's comment if it was returned. */
export function NextGoal({ goal, submission, isAnnounced, onSubmit }: GoalWithSubmission & SubmitProps) {
  return (
    <NextGoalHero
      goal={goal}
      returned={submission !== undefined}
      note={
        typeof submission?.comment === 'string' && (
          <div className="mb-6">
            <SubmissionBadge status={submission.status} allowResubmission={submission.allowResubmission} />
            {!isAnnounced && <TeacherNote comment={submission.comment} />}
          </div>
        )
      }
      action={
        <>
          <SubmitButton hero goal={goal} onSubmit={onSubmit} />
          <Speaker goal={goal} submission={submission} />
        </>
      }
    />
  );
}
