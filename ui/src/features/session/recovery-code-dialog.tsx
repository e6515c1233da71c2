import { Printer } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';

import { ApiError, isCode, whoIsSilent } from '@/api/api-error';
import { printPage } from '@/api/print-page';
import type { RecoveryCode, SessionUser } from '@/api/types';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { Dialog, DialogActions, DialogClose, useDialogGuard, useStepTitle } from '@/components/dialog';
import { FormAlert } from '@/components/form-alert';
import { PasswordField } from '@/components/input';
import { useLeaveWarning } from '@/components/use-leave-warning';

import { RecoveryCard } from './recovery-card';
import { useMakeRecoveryCode } from './recovery-queries';
import { useFocusAtStart } from './use-focus-at-start';

const REQUIRED = 'Current password is required.';

function wrongPassword(error: Error | null): string | undefined {
  if (!isCode(error, 'wrong_password')) return undefined;
  return error.error ?? "This isn't your current password.";
}

function failureOf(error: Error | null): string | null {
  if (error === null || isCode(error, 'wrong_password')) return null;
  const silent = whoIsSilent(error);
  if (silent !== null) {
    return `${silent} didn't answer. If you had a code before, it may no longer work: make a new one.`;
  }
  const fallback = 'Failed to make a recovery code. Please try again.';
  return error instanceof ApiError && error.status < 500 ? (error.error ?? fallback) : fallback;
}

/** What is needed to make one, and what came of it. */
function useMaking(user: SessionUser, hasPassword: boolean, onMade: (made: RecoveryCode) => void) {
  const { mutate, error, isPending, reset } = useMakeRecoveryCode(user.id);
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
  return { password, type, send, field, message, failure: failureOf(error), pending: isPending };
}

type AskProps = {
  user: SessionUser;
  hasPassword: boolean;
  /** There is one already, which this one replaces. */
  replaces: boolean;
  onMade: (made: RecoveryCode) => void;
};

function Ask({ user, hasPassword, replaces, onMade }: AskProps) {
  const { field, password, type, send, message, failure, pending } = useMaking(user, hasPassword, onMade);
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
          <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
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
        <DialogClose>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button variant="primary" type="submit" pending={pending} pendingLabel="Making the code">
          Make the Code
        </Button>
      </DialogActions>
    </form>
  );
}

type ShowProps = { user: SessionUser; made: RecoveryCode; onDone: () => void };

function Show({ user, made, onDone }: ShowProps) {
  const first = useFocusAtStart<HTMLButtonElement>();
  useStepTitle('Your recovery code');
  useDialogGuard({ dirty: true });
  useLeaveWarning(true);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p className="text-ink-2">
        Print it or write it down now: it is never shown again. It works once, if you forget your password.
      </p>
      <output
        aria-label="Recovery code"
        className="block rounded-control border border-line bg-sunken px-3 py-5 text-center text-title font-bold text-balance select-all"
      >
        {made.code.split('-').map((group, index) => (
          <span key={index} className="whitespace-nowrap">
            {index > 0 && '-'}
            <wbr />
            {group}
          </span>
        ))}
      </output>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button ref={first} icon={<Printer aria-hidden />} onClick={printPage}>
          Print
        </Button>
        <CopyButton text={made.code} what="recovery code" className="w-full" />
      </div>
      <Button variant="primary" block onClick={onDone}>
        I have written it down
      </Button>
      <RecoveryCard user={user} made={made} />
    </div>
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
      question={{
        title: 'Close without the code?',
        description: 'It is never shown again. Without it on paper you would have to make a new one.',
        confirmLabel: 'Close without it',
        cancelLabel: 'Back to the code',
      }}
    >
      {made ? (
        <Show
          user={asking.user}
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
