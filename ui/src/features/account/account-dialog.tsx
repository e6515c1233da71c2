import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { useUser } from '@/auth/session-context';
import { Dialog } from '@/components/dialog/dialog';
import { FormActions } from '@/shared/form/form-actions';
import { AccountLanguage } from '@/shared/language/language-settings';
import { ReadAloudSwitch } from '@/shared/read-aloud/read-aloud-switch';

import { PasswordForm } from './password-form';

type AccountDialogProps = { open: boolean; onClose: () => void };

/** A student's account: reading aloud, the password, the language. */
export function AccountDialog({ open, onClose }: AccountDialogProps) {
  const user = useUser();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t`Your Account`}
      description={
        <span className="wrap-anywhere">
          <bdi>{user.name}</bdi> · <bdi>@{user.username}</bdi>
        </span>
      }
    >
      <div className="mt-5 border-b border-line pb-5">
        <ReadAloudSwitch />
      </div>
      <h3 className="mt-5 mb-4 text-lead">
        <Trans>Change Password</Trans>
      </h3>
      <PasswordForm onChanged={onClose}>
        <FormActions pendingLabel={t`Changing password`}>
          <Trans>Change Password</Trans>
        </FormActions>
      </PasswordForm>
      <div className="mt-6 border-t border-line pt-5">
        <AccountLanguage legend={t`Language`} hint={t`It changes at once and stays with your account.`} />
      </div>
    </Dialog>
  );
}
