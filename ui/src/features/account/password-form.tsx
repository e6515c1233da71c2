import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ReactNode } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';

import { isCode } from '@/api/api-error';
import { fieldMessage } from '@/api/field-message';
import { useUser } from '@/auth/session-context';
import { useDialogGuard } from '@/components/dialog/dialog';
import { PasswordField } from '@/components/input';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { FormFailure } from '@/shared/form-failure';

import { CHANGE_PASSWORD_FAILED, useChangePassword } from './account-queries';
import { passwordSchema, type PasswordValues } from './password-schema';

/** The shortest password by role. */
export const SHORTEST_PASSWORD = { teacher: 6, student: 4 };

const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', repeated: '' };

function wrongPassword(error: unknown): string | undefined {
  if (!isCode(error, 'wrong_password')) return undefined;
  return error.error ?? "This isn't your current password.";
}

function usePasswordChange(onChanged: (() => void) | undefined) {
  const user = useUser();
  const change = useChangePassword(user);
  const form = useForm<PasswordValues>({
    resolver: standardSchemaResolver(passwordSchema(SHORTEST_PASSWORD[user.role])),
    defaultValues: EMPTY,
  });
  const save = form.handleSubmit(({ currentPassword, newPassword }) => {
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: () => {
          form.reset(EMPTY);
          onChanged?.();
        },
        onError: (error) => {
          if (wrongPassword(error) !== undefined) form.setFocus('currentPassword', { shouldSelect: true });
        },
      },
    );
  });
  return { form, save, pending: change.isPending, failure: change.error, forget: change.reset };
}

type FieldsProps = {
  form: UseFormReturn<PasswordValues>;
  failure: Error | null;
  shortest: number;
  onRetype: () => void;
};

function Fields({ form: { register, formState }, failure, shortest, onRetype }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message ?? wrongPassword(failure)}
        {...register('currentPassword', { onChange: onRetype })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${shortest} characters.`}
        error={errors.newPassword?.message ?? fieldMessage(failure, 'newPassword', 'New password')}
        {...register('newPassword', { onChange: onRetype })}
      />
      <PasswordField
        label="New password again"
        autoComplete="new-password"
        error={errors.repeated?.message}
        {...register('repeated')}
      />
    </>
  );
}

type PasswordFormProps = {
  onChanged?: () => void;
  /** The buttons at its end. */
  children: (pending: boolean) => ReactNode;
};

/** Changes the user's own password. */
export function PasswordForm({ onChanged, children }: PasswordFormProps) {
  const user = useUser();
  const { form, save, pending, failure, forget } = usePasswordChange(onChanged);
  const { isDirty } = form.formState;
  useDialogGuard({ dirty: isDirty, busy: pending });
  useLeaveWarning(isDirty);
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {/* For the browser's password store: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <Fields
        form={form}
        failure={failure}
        shortest={SHORTEST_PASSWORD[user.role]}
        onRetype={() => {
          if (failure) forget();
        }}
      />
      <FormFailure
        error={wrongPassword(failure) === undefined ? failure : null}
        text={CHANGE_PASSWORD_FAILED}
        fields={['newPassword']}
      />
      {children(pending)}
    </form>
  );
}
