import { useRef, useState } from 'react';

import type { Classroom } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { TextField } from '@/components/input';
import { isSchoolServer } from '@/lib/server-label';
import { FormFailure } from '@/shared/form-failure';

import { DELETE_FAILED, useDeleteClassroom } from './mutations';

function studentCountLabel(count: number): string {
  if (count === 0) return 'all its students';
  return count === 1 ? 'its 1 student' : `all ${count} students`;
}

function Warning({ studentCount }: { studentCount: number }) {
  return (
    <>
      <p>This deletes the class and removes:</p>
      <ul className="mt-1 list-disc ps-5">
        <li>{studentCountLabel(studentCount)}</li>
        <li>all their goals</li>
        <li>all their GoalBucks balances</li>
        <li>all their submission history, with its photos</li>
        <li>the class store, with all purchases</li>
      </ul>
      <p className="mt-1">
        {isSchoolServer()
          ? "It can't be undone here."
          : "It can't be undone, except by restoring the backup that is made just before."}
      </p>
    </>
  );
}

type DeleteClassDialogProps = {
  classroom: Classroom;
  studentCount: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: () => void;
};

function DeleteClassConfirmation({
  classroom,
  studentCount,
  onOpenChange,
  onDeleted,
}: Omit<DeleteClassDialogProps, 'open'>) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useDeleteClassroom();
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Delete Class"
      description={<Warning studentCount={studentCount} />}
      confirmLabel="Yes, Delete Forever"
      pendingLabel="Deleting class"
      pending={isPending}
      disabled={typed !== classroom.name}
      onConfirm={() => {
        mutate(classroom.id, { onSuccess: onDeleted });
      }}
      initialFocus={field}
    >
      <TextField
        ref={field}
        className="mt-4"
        label={
          <>
            Type <strong className="font-bold wrap-anywhere whitespace-pre-wrap">{classroom.name}</strong> to
            confirm
          </>
        }
        hint={
          typed !== '' && typed !== classroom.name && 'Not the same yet. Capital letters and spaces count.'
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isPending}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
      />
      <FormFailure className="mt-4" error={error} text={DELETE_FAILED} />
    </ConfirmDialog>
  );
}

/** Requires typing the class name before deleting it. */
export function DeleteClassDialog({ open, ...props }: DeleteClassDialogProps) {
  return open && <DeleteClassConfirmation {...props} />;
}
