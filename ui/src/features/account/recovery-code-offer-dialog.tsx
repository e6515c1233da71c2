import { FileKey } from 'lucide-react';
import { useState } from 'react';

import type { RecoveryCode } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Dialog, DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { FormAlert } from '@/components/form-alert';
import { useFocusAtStart } from '@/hooks/use-focus-at-start';
import { isSchoolServer } from '@/lib/host';

import { NewRecoveryCode } from './new-recovery-code';
import { CLOSE_QUESTION, recoveryCodeFailure } from './recovery-code-messages';
import { useMakeRecoveryCode } from './recovery-code-query';

type OfferProps = {
  /** Of the account that was made just now. */
  password: string;
  onMade: (made: RecoveryCode) => void;
};

function Offer({ password, onMade }: OfferProps) {
  const { mutate, error, isPending } = useMakeRecoveryCode(useUser().id);
  useDialogGuard({ dirty: false, busy: isPending });
  // The Enter that sent the form, pressed twice, must not put off what is offered once.
  const first = useFocusAtStart<HTMLButtonElement>();
  const failure = isPending ? null : recoveryCodeFailure(error);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p>
        If you forget your password,{' '}
        {isSchoolServer()
          ? 'only whoever runs GoalBucks at your school can give you a new one.'
          : 'nobody can send you a new one.'}{' '}
        A recovery code on paper lets you back in by yourself. Have a printer or a pen ready: it is shown
        once.
      </p>
      <p className="text-ink-2">
        Later, you can make one in <strong>Settings</strong>, under <strong>Recovery code</strong>.
      </p>
      {failure !== null && <FormAlert>{failure}</FormAlert>}
      <DialogActions cancelLabel="Later">
        <Button
          ref={first}
          variant="primary"
          icon={<FileKey aria-hidden />}
          pending={isPending}
          pendingLabel="Making the code"
          onClick={() => {
            mutate(password, { onSuccess: onMade });
          }}
        >
          Make a recovery code
        </Button>
      </DialogActions>
    </div>
  );
}

type RecoveryCodeOfferDialogProps = Omit<OfferProps, 'onMade'> & { onDone: () => void };

/** A new account's next step, which may wait. */
export function RecoveryCodeOfferDialog({ onDone, password }: RecoveryCodeOfferDialogProps) {
  const [made, setMade] = useState<RecoveryCode | null>(null);
  return (
    <Dialog open onOpenChange={onDone} title="Your account is ready" question={CLOSE_QUESTION}>
      {made ? (
        <NewRecoveryCode made={made} onDone={onDone} />
      ) : (
        <Offer password={password} onMade={setMade} />
      )}
    </Dialog>
  );
}
