import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useId } from 'react';
import * as z from 'zod/mini';

import { isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { isShownAtFields } from '@/api/server-field-error';
import type { Schemas } from '@/api/types';
import { useSignInWith } from '@/auth/mutations';
import { useDialogTitle } from '@/components/dialog/dialog';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { Form } from '@/shared/form/form';
import { SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';

import { SignInAlert } from './sign-in-alert';
import { toSignInFailure } from './teacher-sign-in-failure';

const CODE_LENGTH = 8;
const MIN_NAME = 2;

const significant = (typed: string) => typed.replace(/[^\p{L}\p{N}]/gu, '');

const schema = z.object({
  code: z.string().check(
    z.refine((code) => significant(code).length === CODE_LENGTH, {
      error: () => t`A substitute code has 8 letters and numbers.`,
    }),
  ),
  name: z
    .string()
    .check(z.trim(), z.minLength(MIN_NAME, { error: () => t`Please type your first and last name.` })),
});

function useSubstituteSignIn() {
  return useSignInWith((body: Schemas['SubstituteSignInRequest']) =>
    unwrap(api.POST('/api/auth/substitute', { body })),
  );
}

function Fields({ errorId }: { errorId: string | undefined }) {
  return (
    <>
      <FormTextField
        name="code"
        label={t`Substitute code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClass="text-lead font-bold tracking-code uppercase"
        errorId={errorId}
        hint={t`8 letters and numbers, on the sheet in the folder.`}
      />
      <FormTextField
        name="name"
        label={t`Your name`}
        autoComplete="name"
        maxLength={200}
        hint={t`The class’s teacher sees it beside what you do.`}
      />
    </>
  );
}

/** Signs in a substitute with the code of a class. */
export function SubstituteForm({ onBack }: { onBack: () => void }) {
  useDialogTitle(t`I Have a Substitute Code`);
  const alertId = useId();
  const signIn = useSubstituteSignIn();
  useBlockClosing(signIn.isPending);
  const failure =
    signIn.error && !isShownAtFields(signIn.error, ['code', 'name'])
      ? toSignInFailure(signIn.error, 'password')
      : null;
  return (
    <Form
      className="mt-3 flex flex-col gap-4"
      schema={schema}
      initialValues={{ code: '', name: '' }}
      initialFocus="code"
      mutation={signIn}
      asksBeforeClose={false}
      onSubmit={(values, form) => {
        signIn.mutate(values, {
          onError: (error) => {
            if (isStatus(error, 401)) form.setFocus('code', { shouldSelect: true });
          },
        });
      }}
    >
      <Fields errorId={failure && isStatus(signIn.error, 401) ? alertId : undefined} />
      {failure && <SignInAlert id={alertId} failure={failure} />}
      <SubmitButton size="large" block pendingLabel={t`Signing in`}>
        <Trans comment="Button: a substitute begins to work">Begin</Trans>
      </SubmitButton>
      <SecondaryButton
        variant="ghost"
        className="self-start"
        icon={<ArrowLeft aria-hidden />}
        onClick={onBack}
      >
        <Trans>Back to Teacher Login</Trans>
      </SecondaryButton>
    </Form>
  );
}
