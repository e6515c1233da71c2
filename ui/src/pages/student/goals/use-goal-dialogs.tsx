import { t } from '@lingui/core/macro';
import { Suspense, useEffect, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import type { Goal, Submission } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { canSubmit } from '@/features/submissions/proof-rules';
import { createProofDraft } from '@/features/submissions/student/proof-draft';
import type { UnsentProof } from '@/features/submissions/student/unsent-proof-notice';
import { WithdrawDialog } from '@/features/submissions/student/withdraw-dialog';
import { useSuggestDialog } from '@/features/suggestions/student/use-suggest-dialog';
import type { GoalWithSubmission } from '@/pages/student/use-current-goals';

const UnsentProofNotice = lazyWhenReachable(
  () => import('@/features/submissions/student/unsent-proof-notice'),
);

const loadSubmitGoal = () => import('@/features/submissions/student/submit-goal-dialog');
const SubmitGoalDialog = lazyWhenReachable(async () => ({
  default: (await loadSubmitGoal()).SubmitGoalDialog,
}));
/** Time after which the form to send proof is loaded, so that it opens without the class computer, too. */
const PRELOAD_AFTER_MS = 5000;

function usePreloadedForm() {
  useEffect(() => {
    const timer = setTimeout(() => void loadSubmitGoal().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}

function describeUnsendable(row: GoalWithSubmission | undefined): string {
  if (!row) return t`This goal is not in your list any more. It is done, or your teacher took it away.`;
  if (row.submission?.status === 'pending') return t`Other proof for this goal is waiting for your teacher.`;
  return t`Your teacher has answered, and this goal can't be sent again.`;
}

/** Restores a saved proof once the goals are loaded: reopens its form, or returns why it can't be sent. */
function useSavedSubmission(rows: GoalWithSubmission[] | undefined) {
  const { id } = useStudent();
  const [draft] = useState(() => createProofDraft(id));
  const [goalId, setGoalId] = useState(draft.goalId);
  const [reopened, setReopened] = useState<Goal | null>(null);
  const [unsent, setUnsent] = useState<UnsentProof | null>(null);
  if (rows && goalId !== null) {
    setGoalId(null);
    const row = rows.find(({ goal }) => goal.id === goalId);
    const { text, photoUrl, sending } = draft.read(goalId);
    if (row && canSubmit(row.submission)) setReopened(row.goal);
    // It had arrived although the response was lost.
    else if (sending && row?.submission?.status === 'pending') draft.clear();
    else setUnsent({ goalName: row?.goal.name ?? null, reason: describeUnsendable(row), text, photoUrl });
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
export function useGoalDialogs(loaded: GoalWithSubmission[] | undefined) {
  const rows = loaded ?? [];
  const [chosen, setChosen] = useState<Goal | null>(null);
  const saved = useSavedSubmission(loaded);
  const submitting = chosen ?? saved.reopened;
  // Uses the current version; a removed goal keeps its dialog open.
  const submitted = submitting && (rows.find(({ goal }) => goal.id === submitting.id)?.goal ?? submitting);
  const [withdrawing, setWithdrawing] = useState<Submission | null>(null);
  const { dialog, suggesting } = useSuggestDialog();
  usePreloadedForm();
  const dialogs = (
    <>
      <Suspense>
        {submitted && (
          <SubmitGoalDialog
            goal={submitted}
            onClose={() => {
              setChosen(null);
              saved.close();
            }}
          />
        )}
      </Suspense>
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
    <Suspense>
      <UnsentProofNotice proof={saved.unsent} onDismiss={saved.dismissUnsent} />
    </Suspense>
  );
  return { unsentProof, dialogs, onSubmit: setChosen, onWithdraw: setWithdrawing, suggesting };
}
