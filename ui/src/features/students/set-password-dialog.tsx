import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';

import type { Student } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { newPassword } from '@/shared/account-schemas';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormPasswordField } from '@/shared/form/form-fields';
import { HelpButton } from '@/shared/help-button';

import { fullName } from './full-name';
import { useSetStudentPassword } from './mutations';

/** Specification 2.16. */
const MIN_PASSWORD = 4;

const schema = z.object({ password: newPassword(MIN_PASSWORD) });

type NamedStudent = Pick<Student, 'id' | 'firstName' | 'lastName' | 'username'>;

function SetPasswordForm({ student, onDone }: { student: NamedStudent; onDone: () => void }) {
  const setting = useSetStudentPassword();
  return (
    <Form
      schema={schema}
      initialValues={{ password: '' }}
      mutation={setting}
      onSubmit={({ password }) => {
        setting.mutate({ student, password }, { onSuccess: onDone });
      }}
    >
      <FormPasswordField
        name="password"
        label={t`New password`}
        serverLabel={t`Password`}
        hint={t`At least ${MIN_PASSWORD} characters.`}
        autoComplete="new-password"
      />
      <HelpButton answer="a-child-forgot-the-password" className="self-start" />
      <FormActions pendingLabel={t`Saving`}>
        <Trans context="student">Set Password</Trans>
      </FormActions>
    </Form>
  );
}

type SetPasswordDialogProps = {
  /** Null while closed. */
  student: NamedStudent | null;
  onClose: () => void;
};

/** Gives a student a new password. */
export function SetPasswordDialog({ student, onClose }: SetPasswordDialogProps) {
  const name = student ? fullName(student) : '';
  return (
    <Dialog
      open={student !== null}
      onOpenChange={onClose}
      title={t({ message: 'Set Password', context: 'student' })}
      description={
        <Trans>
          For <bdi>{name}</bdi>. It signs the student out everywhere, and unlocks the sign-in.
        </Trans>
      }
    >
      {student && <SetPasswordForm student={student} onDone={onClose} />}
    </Dialog>
  );
}
