import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { useUser } from '@/auth/session-context';
import { Form } from '@/shared/form/form';
import { FormError, SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormPasswordField, HiddenUsername } from '@/shared/form/form-fields';

import { useSetPassword } from './mutations';
import { MIN_PASSWORD_LENGTH } from './password-form';
import { firstPasswordSchema, type FirstPasswordValues } from './password-schema';

const minLength = MIN_PASSWORD_LENGTH.teacher;

type FirstPasswordFormProps = {
  onSet?: () => void;
  /** Shows a Cancel button when given. */
  onCancel?: () => void;
};

/** Sets a local password for an identity-provider account that has none yet or forgot it. */
export function FirstPasswordForm({ onSet, onCancel }: FirstPasswordFormProps) {
  const user = useUser();
  const setting = useSetPassword(user.id);
  const save = ({ newPassword }: FirstPasswordValues) => {
    setting.mutate(newPassword, { onSuccess: () => onSet?.() });
  };
  return (
    <Form
      className="flex flex-col items-start gap-4"
      schema={firstPasswordSchema(minLength)}
      initialValues={{ newPassword: '' }}
      mutation={setting}
      onSubmit={save}
    >
      <HiddenUsername username={user.username} />
      <FormPasswordField
        name="newPassword"
        className="w-full"
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least ${minLength} characters.`}
      />
      <FormError />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingLabel={t`Setting password`}>
          <Trans>Set Password</Trans>
        </SubmitButton>
        {onCancel && (
          <SecondaryButton onClick={onCancel}>
            <Trans>Cancel</Trans>
          </SecondaryButton>
        )}
      </div>
    </Form>
  );
}
