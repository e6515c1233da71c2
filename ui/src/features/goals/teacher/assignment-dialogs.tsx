import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import type { AssignedGoal, AssignmentListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Dialog } from '@/components/dialog/dialog';
import type { GoalRequest } from '@/features/goals/queries';
import { QueryView } from '@/shared/query-view';

import { assignmentGoalsQuery } from './assignment-queries';
import { describeKept } from './assignment-texts';
import { EditGoalDialog } from './edit-goal-dialog';
import { DeleteGoalDialog } from './goal-confirm-dialogs';
import { GoalForm } from './goal-form';
import { toGoalFormValues } from './goal-form-schema';
import { useDeleteAssignment, useEditAssignment } from './mutations';

export type AssignmentAction = { action: 'edit' | 'delete'; row: AssignmentListItem };

/** An assignment of several goals. */
type ChangeableRow = AssignmentListItem & { assignmentId: string };

type DialogProps = {
  /** null while the dialog is closed. */
  row: ChangeableRow | null;
  onClose: () => void;
};

function EditForm({ row, onSaved }: { row: ChangeableRow; onSaved: () => void }) {
  const edit = useEditAssignment();
  const save = (body: GoalRequest) => {
    edit.mutate({ id: row.assignmentId, ...body }, { onSuccess: onSaved });
  };
  return (
    <GoalForm
      initial={toGoalFormValues(row)}
      submitLabel={t`Save for everybody`}
      pendingLabel={t`Saving for everybody`}
      mutation={edit}
      onSend={save}
    />
  );
}

function EditAssignmentDialog({ row, onClose }: DialogProps) {
  return (
    <Dialog
      open={row !== null}
      onOpenChange={onClose}
      title={t`Edit for everybody`}
      description={t`Goals with proof and goals that are paid stay as they are.`}
    >
      {row && <EditForm row={row} onSaved={onClose} />}
    </Dialog>
  );
}

/** How many goals would be deleted and how many kept. */
function DeletionCounts({ row, goals }: { row: ChangeableRow; goals: AssignedGoal[] }) {
  const { name } = row;
  const deleted = goals.filter(({ changeable }) => changeable).length;
  const kept = goals.length - deleted;
  return (
    <>
      {deleted === 0 ? (
        <p>
          <Trans>No goal can be deleted.</Trans>
        </p>
      ) : (
        <p>
          <Trans>
            This deletes{' '}
            <strong className="text-ink wrap-anywhere">
              <bdi>{name}</bdi>
            </strong>{' '}
            of <Plural value={deleted} one="# student" other="# students" />. It can&apos;t be undone.
          </Trans>
        </p>
      )}
      {kept > 0 && <p className="mt-2">{describeKept(kept)}</p>}
      {row.total > goals.length && (
        <p className="mt-2">
          <Trans>Those that ended without being completed are deleted, too, unless they have proof.</Trans>
        </p>
      )}
    </>
  );
}

function DeleteAssignmentDialog({ row, onClose }: DialogProps) {
  const { id } = useUser();
  const deletion = useDeleteAssignment({ deleted: t`Goals deleted`, kept: t`No goals deleted` });
  const query = useQuery({
    ...assignmentGoalsQuery(id, row?.assignmentId ?? ''),
    // Refetched each time the dialog opens, as no live event covers it, but not while the deletion is pending.
    enabled: row !== null && !deletion.isPending,
    staleTime: 0,
  });
  const goals = query.isFetching ? undefined : query.data;
  const remove = () => {
    if (row) deletion.mutate(row.assignmentId, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={onClose}
      title={t`Delete for everybody`}
      description={
        isStatus(query.error, 404) ? (
          <p>
            <Trans>These goals have already been deleted.</Trans>
          </p>
        ) : (
          <QueryView
            query={query}
            variant="inline"
            pending={query.isFetching}
            loading={t`Counting the goals...`}
            title={t`The number of goals didn't load.`}
          >
            {(goals) => row && <DeletionCounts row={row} goals={goals} />}
          </QueryView>
        )
      }
      confirmLabel={t`Delete for everybody`}
      pendingLabel={t`Deleting`}
      pending={deletion.isPending}
      disabled={!goals?.some(({ changeable }) => changeable)}
      onConfirm={remove}
    />
  );
}

type AssignmentDialogsProps = {
  chosen: AssignmentAction | null;
  onClose: () => void;
};

/** Edit and delete dialogs of a row, for an assignment or a single goal. */
export function AssignmentDialogs({ chosen, onClose }: AssignmentDialogsProps) {
  const isSingle = chosen !== null && chosen.row.studentId !== null;
  const rowFor = (action: AssignmentAction['action']) => {
    if (chosen?.action !== action || isSingle || chosen.row.assignmentId === null) return null;
    return { ...chosen.row, assignmentId: chosen.row.assignmentId };
  };
  // The row of a single goal has its id.
  const goalFor = (action: AssignmentAction['action']) =>
    isSingle && chosen.action === action ? chosen.row : null;
  const ofSingle = { studentName: chosen?.row.studentNames[0] ?? '', onClose };
  return (
    <>
      <EditAssignmentDialog row={rowFor('edit')} onClose={onClose} />
      <DeleteAssignmentDialog row={rowFor('delete')} onClose={onClose} />
      <EditGoalDialog goal={goalFor('edit')} {...ofSingle} />
      <DeleteGoalDialog goal={goalFor('delete')} {...ofSingle} />
    </>
  );
}
