import { useState } from 'react';

import type { Goal, Submission } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { proofDraftOf } from '@/features/submissions/proof-draft';
import { maySubmit } from '@/features/submissions/proof-rules';
import { SubmitGoalDialog } from '@/features/submissions/submit-goal-dialog';
import { type UnsentProof, UnsentProofNotice } from '@/features/submissions/unsent-proof-notice';
import { WithdrawDialog } from '@/features/submissions/withdraw-dialog';
import { useSuggestDialog } from '@/features/suggestions/use-suggest-dialog';

import type { GoalWithProof } from './use-current-goals';

function whyUnsendable(row: GoalWithProof | undefined): string {
  if (!row) return "Its goal isn't one of your current goals any more: it was completed or taken away.";
  if (row.proof?.status === 'pending') return 'Other proof for this goal is waiting for your teacher.';
  return "Your teacher has answered, and this goal can't be sent again.";
}

/**
 * The saved proof, once the current goals are loaded: either its goal, to open the form again, or what was written with the
 * reason why it can't be sent.
 */
function useSavedProof(rows: GoalWithProof[] | undefined) {
  const { id } = useStudent();
  const [draft] = useState(() => proofDraftOf(id));
  const [goalId, setGoalId] = useState(draft.goalId);
  const [reopened, setReopened] = useState<Goal | null>(null);
  const [unsent, setUnsent] = useState<UnsentProof | null>(null);
  if (rows && goalId !== null) {
    setGoalId(null);
    const row = rows.find(({ goal }) => goal.id === goalId);
    const { text, photoUrl, sending } = draft.read(goalId);
    if (row && maySubmit(row.proof)) setReopened(row.goal);
    // It had arrived, though its answer was lost.
    else if (sending && row?.proof?.status === 'pending') draft.clear();
    else setUnsent({ goalName: row?.goal.name ?? null, reason: whyUnsendable(row), text, photoUrl });
  }
  return {
    reopened,
    close: () => {
      setReopened(null);
    },
    unsent,
    dismissUnsent: () => {
      draft.clear();
      setUnsent(null);
    },
  };
}

/** The dialogs of My Goals, and a notice about a saved proof that can't be sent. `loaded` are the current goals. */
export function useGoalDialogs(loaded: GoalWithProof[] | undefined) {
  const rows = loaded ?? [];
  const [chosen, setChosen] = useState<Goal | null>(null);
  const saved = useSavedProof(loaded);
  const submitting = chosen ?? saved.reopened;
  // After a move it is in another class; one that has gone stays open with what was written for it.
  const submitted = submitting && (rows.find(({ goal }) => goal.id === submitting.id)?.goal ?? submitting);
  const [withdrawing, setWithdrawing] = useState<Submission | null>(null);
  const { dialog, suggesting } = useSuggestDialog();
  const dialogs = (
    <>
      <SubmitGoalDialog
        goal={submitted}
        onClose={() => {
          setChosen(null);
          saved.close();
        }}
      />
      <WithdrawDialog
        submission={withdrawing}
        onClose={() => {
          setWithdrawing(null);
        }}
      />
      {dialog}
    </>
  );
  const unsentProof = saved.unsent && (
    <UnsentProofNotice proof={saved.unsent} onDismiss={saved.dismissUnsent} />
  );
  return { unsentProof, dialogs, onSubmit: setChosen, onWithdraw: setWithdrawing, suggesting };
}
