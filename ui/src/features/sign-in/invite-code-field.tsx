import type { ComponentProps } from 'react';

import { TextField } from '@/components/input';

/** What the school hands its teachers, on paper mostly. Spread react-hook-form's `register(...)` on it. */
export function InviteCodeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="Invite code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      inputClass="uppercase placeholder:normal-case"
      hint="From whoever runs GoalBucks at your school. Dashes and blanks don't matter."
      {...props}
    />
  );
}
