import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { isCode } from '@/api/api-error';
import { useUser } from '@/auth/session-context';
import { Form } from '@/shared/form/form';
import { FormPasswordField, HiddenUsername } from '@/shared/form/form-fields';

import { useChangePassword } from './change-password-mutation';
import { passwordSchema, type PasswordValues } from './password-schema';

/** Minimum password length by role. */
export const MIN_PASSWORD_LENGTH = { teacher: 6, student: 4 };

const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', repeated: '' };

function wrongPasswordMessage(error: unknown): string | undefined {
  if (!isCode(error, 'wrong_password')) return undefined;
  return error.error ?? t`This isn't your current password.`;
}

function usePasswordChange(onChanged: (() => void) | undefined) {
  const user = useUser();
  const change = useChangePassword(user);
  const save = ({ currentPassword, newPassword }: PasswordValues, form: UseFormReturn<PasswordValues>) => {
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          form.reset(EMPTY);
          onChanged?.();
        },
        onError: (error) => {
          if (wrongPasswordMessage(error) !== undefined)
            form.setFocus('currentPassword', { shouldSelect: true });
        },
      },
    );
  };
  return { change, save };
}

type PasswordFormProps = {
  onChanged?: () => void;
  /** The form's error and buttons. */
  children: ReactNode;
};

/** Changes the user's own password. */
export function PasswordForm({ onChanged, children }: PasswordFormProps) {
  const user = useUser();
  const { change, save } = usePasswordChange(onChanged);
  const { error, isPending, reset } = change;
  const shortest = MIN_PASSWORD_LENGTH[user.role];
  const wrong = wrongPasswordMessage(error);
  return (
    <Form
      className="flex flex-col gap-4"
      schema={passwordSchema(shortest)}
      initialValues={EMPTY}
      mutation={{ isPending, error: wrong === undefined ? error : null }}
      onValuesChange={() => {
        if (error) reset();
      }}
      onSubmit={save}
    >
      <HiddenUsername username={user.username} />
      <FormPasswordField
        name="currentPassword"
        label={t`Current password`}
        autoComplete="current-password"
        error={wrong}
      />
      <FormPasswordField
        name="newPassword"
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least ${shortest} characters.`}
      />
      <FormPasswordField name="repeated" label={t`New password again`} autoComplete="new-password" />
      {children}
    </Form>
  );
}
