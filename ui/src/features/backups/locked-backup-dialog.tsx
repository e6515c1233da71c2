import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';

import { fieldMessage } from '@/api/field-message';
import { Button } from '@/components/button';
import { Dialog, DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { PasswordField } from '@/components/input';
import { FormFailure } from '@/shared/form-failure';

import { passphraseSchema, type PassphraseValues, SHORTEST_PASSPHRASE } from './passphrase-schema';
import { BACKUP_FAILED, type useBackUp } from './queries';

type LockedBackupFormProps = { making: ReturnType<typeof useBackUp>; onMade: () => void };

function LockedBackupForm({ making, onMade }: LockedBackupFormProps) {
  const { register, handleSubmit, formState } = useForm<PassphraseValues>({
    resolver: standardSchemaResolver(passphraseSchema),
    defaultValues: { passphrase: '', repeated: '' },
  });
  const { errors, isDirty } = formState;
  useDialogGuard({ dirty: isDirty, busy: making.isPending });
  const save = handleSubmit(({ passphrase }) => {
    making.mutate(passphrase, { onSuccess: onMade });
  });
  return (
    <form noValidate onSubmit={save} className="mt-4 flex flex-col gap-4">
      <PasswordField
        label="Passphrase"
        autoComplete="new-password"
        hint={`At least ${SHORTEST_PASSPHRASE} characters: a few words are good.`}
        error={errors.passphrase?.message ?? fieldMessage(making.error, 'passphrase', 'Passphrase')}
        {...register('passphrase')}
      />
      <PasswordField
        label="Passphrase again"
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...register('repeated')}
      />
      <p className="rounded-control bg-sunken px-3 py-2.5">
        Write it down and keep it where you will find it.{' '}
        <strong>Nobody can open this backup without it</strong>, not even the people who make GoalBucks.
      </p>
      <FormFailure error={making.error} text={BACKUP_FAILED} fields={['passphrase']} />
      <DialogActions>
        <Button variant="primary" type="submit" pending={making.isPending} pendingLabel="Backing up">
          Back Up and Lock
        </Button>
      </DialogActions>
    </form>
  );
}

type LockedBackupDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  making: ReturnType<typeof useBackUp>;
};

/** A backup for a stick that may be lost. */
export function LockedBackupDialog({ open, onOpenChange, making }: LockedBackupDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Make a Locked Backup"
      description="For a copy that leaves this computer, such as on a USB stick. Backups that GoalBucks makes by itself aren't locked: they lie beside the class's own data."
    >
      {open && (
        <LockedBackupForm
          making={making}
          onMade={() => {
            onOpenChange(false);
          }}
        />
      )}
    </Dialog>
  );
}
