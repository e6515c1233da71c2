import { FormTextField } from '@/shared/form/form-fields';

/** The code that a school gives its teachers, mostly on paper. */
export function InviteCodeField({ error }: { error: string | undefined }) {
  return (
    <FormTextField
      name="inviteCode"
      label="Invite code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      inputClass="uppercase placeholder:normal-case"
      hint="From whoever runs GoalBucks at your school. Dashes and blanks don't matter."
      error={error}
    />
  );
}
