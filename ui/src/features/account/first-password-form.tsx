import { useUser } from '@/auth/session-context';
import { Form } from '@/shared/form/form';
import { FormError, SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormPasswordField, HiddenUsername } from '@/shared/form/form-fields';

import { SET_PASSWORD_FAILED, signInAgain, useSetPassword } from './account-queries';
import { SHORTEST_PASSWORD } from './password-form';
import { firstPasswordSchema, type FirstPasswordValues } from './password-schema';

const shortest = SHORTEST_PASSWORD.teacher;

type FirstPasswordFormProps = {
  onSet?: () => void;
  /** Without it there is nothing to go back to. */
  onCancel?: () => void;
};

/** For an account of the identity provider's, which has no password here yet, or whose password was forgotten. */
export function FirstPasswordForm({ onSet, onCancel }: FirstPasswordFormProps) {
  const user = useUser();
  const setting = useSetPassword(user.id);
  const save = ({ newPassword }: FirstPasswordValues) => {
    setting.mutate(newPassword, { onSuccess: () => onSet?.() });
  };
  return (
    <Form
      className="flex flex-col items-start gap-4"
      schema={firstPasswordSchema(shortest)}
      initialValues={{ newPassword: '' }}
      mutation={setting}
      failureText={signInAgain(setting.error) ?? SET_PASSWORD_FAILED}
      onSubmit={save}
    >
      <HiddenUsername username={user.username} />
      <FormPasswordField
        name="newPassword"
        className="w-full"
        label="New password"
        autoComplete="new-password"
        hint={`At least ${shortest} characters.`}
      />
      <FormError />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingLabel="Setting password">Set Password</SubmitButton>
        {onCancel && <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>}
      </div>
    </Form>
  );
}
