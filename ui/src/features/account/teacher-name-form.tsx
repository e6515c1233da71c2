import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useFormContext, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { useUser } from '@/auth/session-context';
import { fullName } from '@/shared/account-schemas';
import { Form } from '@/shared/form/form';
import { FormError, SubmitButton } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';

import { useRenameTeacher } from './mutations';

const schema = z.object({ name: fullName });

type Values = z.infer<typeof schema>;

/** Idle while there is nothing to save. */
function SaveButton() {
  const { isDirty } = useFormContext().formState;
  return (
    <SubmitButton pendingLabel={t`Saving name`} idle={!isDirty}>
      <Trans>Save Name</Trans>
    </SubmitButton>
  );
}

export function TeacherNameForm() {
  const user = useUser();
  const renaming = useRenameTeacher(user.id);
  const save = ({ name }: Values, form: UseFormReturn<Values>) => {
    // The server trims it too.
    form.setValue('name', name);
    renaming.mutate(name, {
      onSuccess: () => {
        form.reset({ name });
      },
    });
  };
  const values = { name: user.name };
  return (
    <Form
      className="flex flex-col items-start gap-4"
      schema={schema}
      initialValues={values}
      // A change in another tab is shown here, unless something else is being typed.
      options={{ values, resetOptions: { keepDirtyValues: true } }}
      mutation={renaming}
      onSubmit={save}
    >
      <FormTextField
        name="name"
        className="w-full"
        label={t`Full Name`}
        serverLabel={t`Full name`}
        autoComplete="name"
      />
      <FormError />
      <SaveButton />
    </Form>
  );
}
