import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
import { codeCloseConfirmation, describeRecoveryCodeFailure } from './recovery-code-messages';
import { useCreateRecoveryCode } from './recovery-code-mutations';

const withPassword = z.object({
  currentPassword: z.string().check(z.minLength(1, { error: () => t`Type your current password.` })),
});
const withoutPassword = z.object({ currentPassword: z.string() });

function wrongPasswordMessage(error: Error | null): string | undefined {
  if (!isCode(error, 'wrong_password')) return undefined;
  return error.error ?? t`This isn't your current password.`;
}

type RecoveryCodeFormProps = {
  hasPassword: boolean;
  /** Whether an existing code is replaced. */
  replacesExisting: boolean;
  onCreated: (made: RecoveryCode) => void;
};

function RecoveryCodeForm({ hasPassword, replacesExisting, onCreated }: RecoveryCodeFormProps) {
  const { id, username } = useUser();
  const { mutate, error, isPending, reset } = useCreateRecoveryCode(id);
  const failure = describeRecoveryCodeFailure(error);
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
          onSuccess: onCreated,
          onError: () => {
            form.setFocus('currentPassword', { shouldSelect: true });
          },
        });
      }}
    >
      <p className="text-ink-2">
        {replacesExisting ? (
          <Trans>
            The code you have now stops working. The new one is shown once, so have a printer or a pen ready.
          </Trans>
        ) : (
          <Trans>The new one is shown once, so have a printer or a pen ready.</Trans>
        )}
      </p>
      {hasPassword && (
        <>
          <HiddenUsername username={username} />
          <FormPasswordField
            name="currentPassword"
            label={t`Current password`}
            autoComplete="current-password"
            error={wrongPasswordMessage(error)}
          />
        </>
      )}
      {failure !== null && <FormAlert>{failure}</FormAlert>}
      <FormActions pendingLabel={t`Making the code`}>
        <Trans>Make the Code</Trans>
      </FormActions>
    </Form>
  );
}

type RecoveryCodeDialogProps = Omit<RecoveryCodeFormProps, 'onCreated'> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Dialog that asks for the password, then shows the new code once. */
export function RecoveryCodeDialog({ open, onOpenChange, ...formProps }: RecoveryCodeDialogProps) {
  const [recoveryCode, setRecoveryCode] = useState<RecoveryCode | null>(null);
  const handleOpenChange = (next: boolean) => {
    if (!next) setRecoveryCode(null);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={handleOpenChange}
      title={formProps.replacesExisting ? t`Make a New Recovery Code` : t`Make a Recovery Code`}
      closeConfirmation={codeCloseConfirmation()}
    >
      {recoveryCode ? (
        <NewRecoveryCode
          recoveryCode={recoveryCode}
          onDone={() => {
            handleOpenChange(false);
          }}
        />
      ) : (
        <RecoveryCodeForm {...formProps} onCreated={setRecoveryCode} />
      )}
    </Dialog>
  );
}
