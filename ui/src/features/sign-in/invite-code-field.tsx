import { t } from '@lingui/core/macro';

import { FormTextField } from '@/shared/form/form-fields';

export function InviteCodeField({ error }: { error: string | undefined }) {
  return (
    <FormTextField
      name="inviteCode"
      label={t`Invite code`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      inputClass="uppercase placeholder:normal-case"
      hint={t`From whoever runs GoalBucks at your school. Dashes and blanks don't matter.`}
      error={error}
    />
  );
}
