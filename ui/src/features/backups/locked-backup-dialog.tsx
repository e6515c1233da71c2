import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { Dialog } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormPasswordField } from '@/shared/form/form-fields';

import { type useBackUp } from './mutations';
import { passphraseSchema, MIN_PASSPHRASE_LENGTH } from './passphrase-schema';

type LockedBackupFormProps = { making: ReturnType<typeof useBackUp>; onMade: () => void };

function LockedBackupForm({ making: creation, onMade: onCreated }: LockedBackupFormProps) {
  return (
    <Form
      className="mt-4 flex flex-col gap-4"
      schema={passphraseSchema}
      initialValues={{ passphrase: '', repeated: '' }}
      mutation={creation}
      onSubmit={({ passphrase }) => {
        creation.mutate(passphrase, { onSuccess: onCreated });
      }}
    >
      <FormPasswordField
        name="passphrase"
        label={t`Passphrase`}
        autoComplete="new-password"
        hint={t`At least ${MIN_PASSPHRASE_LENGTH} characters: a few words are good.`}
      />
      <FormPasswordField name="repeated" label={t`Passphrase again`} autoComplete="new-password" />
      <p className="rounded-control bg-sunken px-3 py-2.5">
        <Trans>
          Write it down and keep it where you will find it.{' '}
          <strong>Nobody can open this backup without it</strong>, not even the people who make GoalBucks.
        </Trans>
      </p>
      <FormActions pendingLabel={t`Backing up`}>
        <Trans>Back Up and Lock</Trans>
      </FormActions>
    </Form>
  );
}

type LockedBackupDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  creation: ReturnType<typeof useBackUp>;
};

/** Dialog to create a passphrase-protected backup. */
export function LockedBackupDialog({ open, onOpenChange, creation }: LockedBackupDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Make a Locked Backup`}
      description={t`For a copy that leaves this computer, such as on a USB stick. Backups that GoalBucks makes by itself aren't locked: they lie beside the class's own data.`}
    >
      {open && (
        <LockedBackupForm
          making={creation}
          onMade={() => {
            onOpenChange(false);
          }}
        />
      )}
    </Dialog>
  );
}
