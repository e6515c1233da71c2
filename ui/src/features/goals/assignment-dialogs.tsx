import { useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import { FormFailure } from '@/api/form-failure';
import type { AssignmentRow } from '@/api/types';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Dialog } from '@/components/dialog';
import { formatCount } from '@/components/format';
import { toast } from '@/components/toast-store';

import { useDeleteAssignment, useEditAssignment } from './assignment-queries';
import { describeResult } from './assignment-texts';
import { GoalForm } from './goal-form';
import { GOAL_FIELDS, toGoalValues } from './goal-schema';
import type { GoalBody } from './queries';

export type ChosenAssignment = { action: 'edit' | 'delete'; row: AssignmentRow };

/** A row whose goals can be changed together. */
type ChangeableRow = AssignmentRow & { assignmentId: string };

type DialogProps = {
  /** null while the dialog is closed. */
  row: ChangeableRow | null;
  onClose: () => void;
};

const EDIT_FAILED = 'Failed to update goals. Please try again.';

function EditForm({ row, onSaved }: { row: ChangeableRow; onSaved: () => void }) {
  const queryClient = useQueryClient();
  const edit = useEditAssignment();
  const save = (body: GoalBody) => {
    edit.mutate(
      { id: row.assignmentId, ...body },
      {
        onSuccess: ({ changed, kept }) => {
          toast({ title: 'Goals updated', description: describeResult('changed', changed, kept) });
          onSaved();
        },
        onError: (error) => {
          failureToast(EDIT_FAILED, error);
          // The last of its goals was deleted elsewhere: the list is behind.
          if (isStatus(error, 404)) void queryClient.invalidateQueries();
        },
      },
    );
  };
  return (
    <GoalForm
      initial={toGoalValues(row)}
      submitLabel="Save for everybody"
      pendingLabel="Saving for everybody"
      pending={edit.isPending}
      failure={edit.error}
      note={<FormFailure error={edit.error} text={EDIT_FAILED} fields={GOAL_FIELDS} />}
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

function DeleteAssignmentDialog({ row, onClose }: DialogProps) {
  const deletion = useDeleteAssignment();
  const remove = () => {
    if (!row) return;
    deletion.mutate(row.assignmentId, {
      onSuccess: ({ deleted, kept }) => {
        const title = deleted === 0 && kept > 0 ? 'No goals deleted' : 'Goals deleted';
        toast({ title, description: describeResult('deleted', deleted, kept) });
        onClose();
      },
      onError: (error) => {
        failureToast('Failed to delete goals. Please try again.', error);
      },
    });
  };
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={onClose}
      title="Delete for everybody"
      description={
        <p>
          This deletes{' '}
          <strong className="text-ink wrap-anywhere">
            <bdi>{row?.name}</bdi>
          </strong>{' '}
          of {formatCount(row?.studentNames.length ?? 0, 'student')}. Goals with proof and goals that are paid
          stay. It can&apos;t be undone.
        </p>
      }
      confirmLabel="Delete for everybody"
      pendingLabel="Deleting"
      pending={deletion.isPending}
      onConfirm={remove}
    />
  );
}

type AssignmentDialogsProps = { chosen: ChosenAssignment | null; onClose: () => void };

/** The form and the question behind an assignment's menu. */
export function AssignmentDialogs({ chosen, onClose }: AssignmentDialogsProps) {
  const rowFor = (action: ChosenAssignment['action']) => {
    if (chosen?.action !== action || chosen.row.assignmentId === null) return null;
    return { ...chosen.row, assignmentId: chosen.row.assignmentId };
  };
  return (
    <>
      <EditAssignmentDialog row={rowFor('edit')} onClose={onClose} />
      <DeleteAssignmentDialog row={rowFor('delete')} onClose={onClose} />
    </>
  );
}
