import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';

import type { Classroom } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { DeletionIsUndoneBy } from '@/shared/deletion-is-undone-by';
import { FormFailure } from '@/shared/form-failure';
import { HelpButton } from '@/shared/help-button';
import { TypedConfirmation } from '@/shared/typed-confirmation';

import { useDeleteClassroom } from './mutations';

function studentCountLabel(count: number): string {
  return plural(count, { 0: 'all its students', one: 'its # student', other: 'all # students' });
}

function Warning({ studentCount }: { studentCount: number }) {
  return (
    <>
      <p>
        <Trans>This deletes the class and removes:</Trans>
      </p>
      <ul className="mt-1 list-disc ps-5">
        <li>{studentCountLabel(studentCount)}</li>
        <li>
          <Trans>all their goals</Trans>
        </li>
        <li>
          <Trans>all their GoalBucks balances</Trans>
        </li>
        <li>
          <Trans>all their submission history, with its photos</Trans>
        </li>
        <li>
          <Trans>the class store, with all purchases</Trans>
        </li>
      </ul>
      <p className="mt-1">
        <DeletionIsUndoneBy />
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
  const { id, name } = classroom;
  const { mutate, isPending, error } = useDeleteClassroom(id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={t`Delete Class`}
      description={<Warning studentCount={studentCount} />}
      confirmLabel={t`Yes, Delete Forever`}
      pendingLabel={t`Deleting class`}
      pending={isPending}
      disabled={typed !== name}
      onConfirm={() => {
        mutate(undefined, { onSuccess: onDeleted });
      }}
      initialFocus={field}
    >
      <TypedConfirmation ref={field} name={name} typed={typed} onType={setTyped} readOnly={isPending} />
      <HelpButton answer="the-school-year-is-over" className="mt-3" />
      <FormFailure className="mt-4" error={error} />
    </ConfirmDialog>
  );
}

/** Requires typing the class name before deleting it. */
export function DeleteClassDialog({ open, ...props }: DeleteClassDialogProps) {
  return open && <DeleteClassConfirmation {...props} />;
}
