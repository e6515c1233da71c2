import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Archive } from 'lucide-react';

import type { Classroom } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { FormFailure } from '@/shared/form-failure';
import { HelpButton } from '@/shared/help-button';

import { useArchiveClassroom } from './mutations';

/** What a class has, as far as it has loaded. */
export type ClassContents = {
  students: number | undefined;
  pendingPurchases: number | undefined;
  waitingSubmissions: number | undefined;
};

function studentsText(count: number | undefined): string {
  return count
    ? plural(count, {
        one: '# student can’t sign in any more, and nothing can be added.',
        other: '# students can’t sign in any more, and nothing can be added.',
      })
    : t`Nobody can sign in any more, and nothing can be added.`;
}

function purchasesText(count: number): string {
  return plural(count, {
    one: '# purchase can still be handed out or cancelled.',
    other: '# purchases can still be handed out or cancelled.',
  });
}

function Consequences({ students, pendingPurchases, waitingSubmissions }: ClassContents) {
  return (
    <>
      <p>
        {studentsText(students)} {pendingPurchases ? purchasesText(pendingPurchases) : null}{' '}
        <Trans>You find the class under Classes, Archived.</Trans>
      </p>
      {waitingSubmissions ? (
        <p className="mt-2">
          {plural(waitingSubmissions, {
            one: '# submission waits for you. Review it first, or it waits until you bring the class back.',
            other:
              '# submissions wait for you. Review them first, or they wait until you bring the class back.',
          })}
        </p>
      ) : null}
      <p className="mt-2 text-ink-2">
        <Trans>Bringing it back gives it a new class code.</Trans>
      </p>
    </>
  );
}

type ArchiveClassDialogProps = {
  classroom: Classroom;
  contents: ClassContents;
  onClose: () => void;
  onArchived: () => void;
};

/** Asks before a class is archived. */
export function ArchiveClassDialog({ classroom, contents, onClose, onArchived }: ArchiveClassDialogProps) {
  const { id, name } = classroom;
  const { mutate: archive, isPending, error } = useArchiveClassroom(id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={<Trans>Archive {name}?</Trans>}
      description={<Consequences {...contents} />}
      confirmLabel={
        <>
          <Archive aria-hidden />
          <Trans comment="Button: archive the class">Archive</Trans>
        </>
      }
      pendingLabel={t`Archiving class`}
      tone="primary"
      pending={isPending}
      onConfirm={() => {
        archive(undefined, { onSuccess: onArchived });
      }}
    >
      <HelpButton answer="the-school-year-is-over" className="mt-3" />
      <FormFailure className="mt-4" error={error} />
    </ConfirmDialog>
  );
}
