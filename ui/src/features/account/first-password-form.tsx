import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';

import { fieldMessage } from '@/api/field-message';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { PasswordField } from '@/components/input';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { FormFailure } from '@/shared/form-failure';

import { SET_PASSWORD_FAILED, signInAgain, useSetPassword } from './account-queries';
import { SHORTEST_PASSWORD } from './password-form';
import { firstPasswordSchema, type FirstPasswordValues } from './password-schema';

const shortest = SHORTEST_PASSWORD.teacher;

function useFirstPassword(teacherId: string, onSet: (() => void) | undefined) {
  const setting = useSetPassword(teacherId);
  const { register, handleSubmit, formState } = useForm<FirstPasswordValues>({
    resolver: standardSchemaResolver(firstPasswordSchema(shortest)),
    defaultValues: { newPassword: '' },
  });
  const save = handleSubmit(({ newPassword }) => {
    setting.mutate(newPassword, { onSuccess: () => onSet?.() });
  });
  useLeaveWarning(formState.isDirty);
  const message =
    formState.errors.newPassword?.message ?? fieldMessage(setting.error, 'newPassword', 'New password');
  return { register, save, message, failure: setting.error, pending: setting.isPending };
}

type FirstPasswordFormProps = {
  onSet?: () => void;
  /** Without it there is nothing to go back to. */
  onCancel?: () => void;
};

/** For an account of the identity provider's, which has no password here yet, or whose password was forgotten. */
export function FirstPasswordForm({ onSet, onCancel }: FirstPasswordFormProps) {
  const user = useUser();
  const { register, save, message, failure, pending } = useFirstPassword(user.id, onSet);
  return (
    <form noValidate onSubmit={save} className="flex flex-col items-start gap-4">
      {/* For the browser's password store: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        className="w-full"
        label="New password"
        autoComplete="new-password"
        hint={`At least ${shortest} characters.`}
        error={message}
        {...register('newPassword')}
      />
      <FormFailure
        error={failure}
        text={signInAgain(failure) ?? SET_PASSWORD_FAILED}
        fields={['newPassword']}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" pending={pending} pendingLabel="Setting password">
          Set Password
        </Button>
        {onCancel && (
          <Button variant="ghost" disabled={pending} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
