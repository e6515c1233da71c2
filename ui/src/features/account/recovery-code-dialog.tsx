import { type SubmitEvent, useRef, useState } from 'react';

import { isCode } from '@/api/api-error';
import type { RecoveryCode } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Dialog, DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { FormAlert } from '@/components/form-alert';
import { PasswordField } from '@/components/input';

import { NewRecoveryCode } from './new-recovery-code';
import { CLOSE_QUESTION, recoveryCodeFailure } from './recovery-code-messages';
import { useMakeRecoveryCode } from './recovery-code-query';

const REQUIRED = 'Current password is required.';

function wrongPassword(error: Error | null): string | undefined {
  if (!isCode(error, 'wrong_password')) return undefined;
  return error.error ?? "This isn't your current password.";
}

/** What is needed to make one, and what came of it. */
function useMaking(hasPassword: boolean, onMade: (made: RecoveryCode) => void) {
  const { mutate, error, isPending, reset } = useMakeRecoveryCode(useUser().id);
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    setMissing(hasPassword && !password);
    if (hasPassword && !password) {
      field.current?.focus();
      return;
    }
    mutate(hasPassword ? password : undefined, { onSuccess: onMade, onError: () => field.current?.select() });
  };
  const type = (typed: string) => {
    setPassword(typed);
    setMissing(false);
    if (error) reset();
  };
  const message = missing ? REQUIRED : wrongPassword(error);
  return { password, type, send, field, message, failure: recoveryCodeFailure(error), pending: isPending };
}

type AskProps = {
  hasPassword: boolean;
  /** There is one already, which this one replaces. */
  replaces: boolean;
  onMade: (made: RecoveryCode) => void;
};

function Ask({ hasPassword, replaces, onMade }: AskProps) {
  const { username } = useUser();
  const { field, password, type, send, message, failure, pending } = useMaking(hasPassword, onMade);
  useDialogGuard({ dirty: false, busy: pending });
  return (
    <form noValidate onSubmit={send} className="mt-4 flex flex-col gap-4">
      <p className="text-ink-2">
        {replaces ? 'The code you have now stops working. ' : ''}The new one is shown once, so have a printer
        or a pen ready.
      </p>
      {hasPassword && (
        <>
          {/* For the browser's password store: whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordField
            ref={field}
            label="Current password"
            autoComplete="current-password"
            value={password}
            error={message}
            onChange={(event) => {
              type(event.target.value);
            }}
          />
        </>
      )}
      {failure !== null && !pending && <FormAlert>{failure}</FormAlert>}
      <DialogActions>
        <Button variant="primary" type="submit" pending={pending} pendingLabel="Making the code">
          Make the Code
        </Button>
      </DialogActions>
    </form>
  );
}

type RecoveryCodeDialogProps = Omit<AskProps, 'onMade'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks for the password, then shows the code, once. */
export function RecoveryCodeDialog({ open, onOpenChange, ...asking }: RecoveryCodeDialogProps) {
  const [made, setMade] = useState<RecoveryCode | null>(null);
  const change = (next: boolean) => {
    if (!next) setMade(null);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={asking.replaces ? 'Make a New Recovery Code' : 'Make a Recovery Code'}
      question={CLOSE_QUESTION}
    >
      {made ? (
        <NewRecoveryCode
          made={made}
          onDone={() => {
            change(false);
          }}
        />
      ) : (
        <Ask {...asking} onMade={setMade} />
      )}
    </Dialog>
  );
}
