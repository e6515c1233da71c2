import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';

import { isCode } from '@/api/api-error';
import type { Classroom } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';

import { useJoinClass } from './mutations';

const schema = z.object({
  code: z.string().check(z.trim(), z.minLength(1, { error: () => t`Type the invitation code.` })),
});

/** The message of a wrong code, at its field. */
const wrongCodeMessage = (error: Error | null) =>
  isCode(error, 'invalid_invitation')
    ? (error.error ?? t`This code isn’t right, or it is no longer valid.`)
    : undefined;

type JoinProps = { onJoined: (classroom: Classroom) => void };

function JoinForm({ onJoined }: JoinProps) {
  const joining = useJoinClass();
  const { mutate, error, isPending, reset } = joining;
  const wrongCode = wrongCodeMessage(error);
  return (
    <Form
      schema={schema}
      initialValues={{ code: '' }}
      mutation={{ isPending, error: wrongCode === undefined ? error : null }}
      onValuesChange={() => {
        if (error) reset();
      }}
      onSubmit={({ code }, form) => {
        mutate(code, {
          onSuccess: onJoined,
          onError: () => {
            form.setFocus('code', { shouldSelect: true });
          },
        });
      }}
    >
      <FormTextField
        name="code"
        label={t`Invitation code`}
        hint={t`20 letters and numbers, from the class’s owner. It works once.`}
        error={wrongCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
      />
      <FormActions pendingLabel={t`Joining`}>
        <Trans comment="Button: join a class as a co-teacher">Join</Trans>
      </FormActions>
    </Form>
  );
}

type JoinClassDialogProps = JoinProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** Joins a class of another teacher with the code of an invitation. */
export function JoinClassDialog({ open, onOpenChange, onJoined }: JoinClassDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Join a Class`}
      description={t`You teach it together with its owner, with your own account.`}
    >
      <JoinForm onJoined={onJoined} />
    </Dialog>
  );
}
