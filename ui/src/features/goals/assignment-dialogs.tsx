import { useQuery } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import type { AssignedGoal, AssignmentListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { Dialog } from '@/components/dialog/dialog';
import { formatCount } from '@/lib/format';
import { toGoalValues } from '@/shared/goal-form/goal-schema';
import { QueryView } from '@/shared/query-view';

import { assignmentGoalsQuery } from './assignment-queries';
import { describeKept } from './assignment-texts';
import { EditGoalDialog } from './edit-goal-dialog';
import { DeleteGoalDialog } from './goal-confirm-dialogs';
import { GoalForm } from './goal-form';
import { EDIT_GOALS_FAILED, useDeleteAssignment, useEditAssignment } from './mutations';
import type { GoalRequest } from './queries';

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
      initial={toGoalValues(row)}
      submitLabel="Save for everybody"
      pendingLabel="Saving for everybody"
      mutation={edit}
      failureText={EDIT_GOALS_FAILED}
      onSend={save}
    />
  );
}

function EditAssignmentDialog({ row, onClose }: DialogProps) {
  return (
    <Dialog
      open={row !== null}
      onOpenChange={onClose}
      title="Edit for everybody"
      description="Goals with proof and goals that are paid stay as they are."
    >
      {row && <EditForm row={row} onSaved={onClose} />}
    </Dialog>
  );
}

/** How many goals would be deleted and how many kept. */
function DeletionCounts({ row, goals }: { row: ChangeableRow; goals: AssignedGoal[] }) {
  const deleted = goals.filter(({ changeable }) => changeable).length;
  const kept = goals.length - deleted;
  return (
    <>
      {deleted === 0 ? (
        <p>No goal can be deleted.</p>
      ) : (
        <p>
          This deletes{' '}
          <strong className="text-ink wrap-anywhere">
            <bdi>{row.name}</bdi>
          </strong>{' '}
          of {formatCount(deleted, 'student')}. It can&apos;t be undone.
        </p>
      )}
      {kept > 0 && <p className="mt-2">{describeKept(kept)}</p>}
    </>
  );
}

function DeleteAssignmentDialog({ row, onClose }: DialogProps) {
  const { id } = useUser();
  const deletion = useDeleteAssignment({ deleted: 'Goals deleted', kept: 'No goals deleted' });
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
      title="Delete for everybody"
      description={
        isStatus(query.error, 404) ? (
          <p>These goals have already been deleted.</p>
        ) : (
          <QueryView
            query={query}
            variant="inline"
            pending={query.isFetching}
            loading="Counting the goals..."
            title="The number of goals didn't load."
          >
            {(goals) => row && <DeletionCounts row={row} goals={goals} />}
          </QueryView>
        )
      }
      confirmLabel="Delete for everybody"
      pendingLabel="Deleting"
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
