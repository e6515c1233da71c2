import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type SubmitEvent, useRef, useState } from 'react';

import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog/dialog';
import { PasswordField } from '@/components/input';

type PassphraseDialogProps = {
  open: boolean;
  /** Error of the previous attempt. */
  error: string | undefined;
  onClose: () => void;
  onOpenBackup: (passphrase: string) => void;
};

/** Asks for the passphrase of a locked backup. Doesn't use `Form`, because students load the recovery page too. */
export function PassphraseDialog({ open, error, onClose, onOpenBackup }: PassphraseDialogProps) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(typed === '');
    if (typed === '') field.current?.focus();
    else onOpenBackup(typed);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t`This backup is locked`}
      description={t`Enter the passphrase that it was locked with. Nobody can open it without.`}
    >
      <form noValidate onSubmit={submit} className="mt-4">
        <PasswordField
          ref={field}
          label={t`Passphrase`}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
          error={missing && typed === '' ? t`Please enter the passphrase.` : error}
        />
        <DialogActions>
          <Button variant="primary" type="submit">
            <Trans>Restore this backup</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
