import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileKey } from 'lucide-react';
import { useState } from 'react';

import { isSchoolServer } from '@/api/server-kind';
import type { RecoveryCode } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog/dialog';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { FormAlert } from '@/components/form-alert';
import { useAutoFocus } from '@/hooks/use-auto-focus';

import { NewRecoveryCode } from './new-recovery-code';
import { codeCloseConfirmation, describeRecoveryCodeFailure } from './recovery-code-messages';
import { useCreateRecoveryCode } from './recovery-code-mutations';

type OfferProps = {
  /** Password of the account that was just created. */
  password: string;
  onCreated: (made: RecoveryCode) => void;
};

function Offer({ password, onCreated }: OfferProps) {
  const { mutate, error, isPending } = useCreateRecoveryCode(useUser().id);
  useBlockClosing(isPending);
  // Focus the primary action: a second Enter after submitting must not dismiss the one-time offer.
  const first = useAutoFocus<HTMLButtonElement>();
  const failure = isPending ? null : describeRecoveryCodeFailure(error);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p>
        {isSchoolServer() ? (
          <Trans>
            If you forget your password, only whoever runs GoalBucks at your school can give you a new one. A
            recovery code on paper lets you back in by yourself. Have a printer or a pen ready: it is shown
            once.
          </Trans>
        ) : (
          <Trans>
            If you forget your password, nobody can send you a new one. A recovery code on paper lets you back
            in by yourself. Have a printer or a pen ready: it is shown once.
          </Trans>
        )}
      </p>
      <p className="text-ink-2">
        <Trans>
          Later, you can make one in <strong>Settings</strong>, under <strong>Recovery code</strong>.
        </Trans>
      </p>
      {failure !== null && <FormAlert>{failure}</FormAlert>}
      <DialogActions cancelLabel={t({ message: 'Later', comment: 'Button: make no recovery code now' })}>
        <Button
          ref={first}
          variant="primary"
          icon={<FileKey aria-hidden />}
          pending={isPending}
          pendingLabel={t`Making the code`}
          onClick={() => {
            mutate(password, { onSuccess: onCreated });
          }}
        >
          <Trans>Make a recovery code</Trans>
        </Button>
      </DialogActions>
    </div>
  );
}

type RecoveryCodeOfferDialogProps = Omit<OfferProps, 'onCreated'> & { onDone: () => void };

/** Optional next step after creating an account. */
export function RecoveryCodeOfferDialog({ onDone, password }: RecoveryCodeOfferDialogProps) {
  const [recoveryCode, setRecoveryCode] = useState<RecoveryCode | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t`Your account is ready`}
      closeConfirmation={codeCloseConfirmation()}
    >
      {recoveryCode ? (
        <NewRecoveryCode recoveryCode={recoveryCode} onDone={onDone} />
      ) : (
        <Offer password={password} onCreated={setRecoveryCode} />
      )}
    </Dialog>
  );
}
