import { useNavigate } from 'react-router';

import { isStatus, whoIsSilent } from '@/api/api-error';
import { useStepTitle } from '@/components/dialog/dialog';
import { isSchoolServer } from '@/lib/host';
import { Form } from '@/shared/form/form';
import { SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormPasswordField, FormTextField } from '@/shared/form/form-fields';

import { ProblemNote } from './problem-note';
import { useRecover } from './recovery-queries';
import { recoverySchema } from './recovery-schema';
import { type Problem, signInProblem } from './sign-in-problem';

function problemOf(error: Error | null): Problem | null {
  if (error === null || (isStatus(error, 422) && error.fields['newPassword'] !== undefined)) return null;
  const problem = signInProblem(error, 'Sign-in failed');
  const hints = [
    whoIsSilent(error) !== null &&
      'Your new password may count already, and the code be used up: go back and try to sign in with it.',
    isStatus(error, 401) && 'If you have just set a new password with it, go back and sign in with that.',
  ];
  return { ...problem, hint: hints.find((hint) => hint !== false) };
}

function NoCode() {
  return (
    <p className="text-small text-balance text-ink-2">
      No code? Look for the card that you printed
      {isSchoolServer()
        ? ', or ask whoever runs GoalBucks at your school for a new password.'
        : ': without it nobody can set a new password here.'}
    </p>
  );
}

type RecoverFormProps = {
  /** What was typed in the login already. */
  email: string;
  /** The identity provider resets its own passwords. */
  hasProvider: boolean;
  onBack: () => void;
};

function Fields() {
  return (
    <>
      <FormTextField name="username" label="Email" type="email" autoComplete="username" />
      <FormTextField
        name="code"
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClass="uppercase"
        hint="Four groups of five letters and digits. Dashes and blanks don't matter."
      />
      <FormPasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters."
      />
    </>
  );
}

/** For a teacher who forgot the password: the code on paper, and a new password. */
export function RecoverForm({ email, hasProvider, onBack }: RecoverFormProps) {
  useStepTitle('Forgot your password?');
  const navigate = useNavigate();
  const recover = useRecover(() => void navigate('/teacher/settings'));
  const problem = problemOf(recover.error);
  return (
    <Form
      className="mt-3 flex flex-col gap-4"
      schema={recoverySchema}
      initialValues={{ username: email, code: '', newPassword: '' }}
      initialFocus={email ? 'code' : 'username'}
      mutation={recover}
      onSubmit={(values, form) => {
        recover.mutate(values, {
          onError: (error) => {
            if (isStatus(error, 401)) form.setFocus('code', { shouldSelect: true });
          },
        });
      }}
    >
      <p className="text-ink-2">
        Type the recovery code that you printed or wrote down, and choose a new password.
        {hasProvider && ' The password of a Google or school account is reset there, not here.'}
      </p>
      <Fields />
      {problem && <ProblemNote problem={problem} />}
      <SubmitButton size="large" block pendingLabel="Signing in">
        Set Password and Sign In
      </SubmitButton>
      <SecondaryButton block onClick={onBack}>
        Back to Login
      </SecondaryButton>
      <NoCode />
    </Form>
  );
}
