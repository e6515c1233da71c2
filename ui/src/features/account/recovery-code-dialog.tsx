import { useState } from 'react';
import * as z from 'zod/mini';

import { isCode } from '@/api/api-error';
import type { RecoveryCode } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Dialog } from '@/components/dialog/dialog';
import { FormAlert } from '@/components/form-alert';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormPasswordField, HiddenUsername } from '@/shared/form/form-fields';

import { NewRecoveryCode } from './new-recovery-code';
import { CLOSE_QUESTION, recoveryCodeFailure } from './recovery-code-messages';
import { useMakeRecoveryCode } from './recovery-code-query';

const withPassword = z.object({
  currentPassword: z.string().check(z.minLength(1, 'Current password is required.')),
});
const withoutPassword = z.object({ currentPassword: z.string() });

function wrongPassword(error: Error | null): string | undefined {
  if (!isCode(error, 'wrong_password')) return undefined;
  return error.error ?? "This isn't your current password.";
}

type AskProps = {
  hasPassword: boolean;
  /** There is one already, which this one replaces. */
  replaces: boolean;
  onMade: (made: RecoveryCode) => void;
};

function Ask({ hasPassword, replaces, onMade }: AskProps) {
  const { id, username } = useUser();
  const { mutate, error, isPending, reset } = useMakeRecoveryCode(id);
  const failure = recoveryCodeFailure(error);
  return (
    <Form
      className="mt-4 flex flex-col gap-4"
      schema={hasPassword ? withPassword : withoutPassword}
      initialValues={{ currentPassword: '' }}
      mutation={{ isPending, error: null }}
      asksBeforeClose={false}
      onValuesChange={() => {
        if (error) reset();
      }}
      onSubmit={({ currentPassword }, form) => {
        mutate(hasPassword ? currentPassword : undefined, {
          onSuccess: onMade,
          onError: () => {
            form.setFocus('currentPassword', { shouldSelect: true });
          },
        });
      }}
    >
      <p className="text-ink-2">
        {replaces ? 'The code you have now stops working. ' : ''}The new one is shown once, so have a printer
        or a pen ready.
      </p>
      {hasPassword && (
        <>
          <HiddenUsername username={username} />
          <FormPasswordField
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            error={wrongPassword(error)}
          />
        </>
      )}
      {failure !== null && <FormAlert>{failure}</FormAlert>}
      <FormActions pendingLabel="Making the code">Make the Code</FormActions>
    </Form>
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
