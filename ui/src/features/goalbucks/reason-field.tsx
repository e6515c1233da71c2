import type { ComponentProps } from 'react';

import { TextField } from '@/components/input';

/** Why a balance changes: the students read it in their history. */
export function ReasonField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'hint'>) {
  return <TextField label="Reason" hint="Students read it in their history." autoComplete="off" {...props} />;
}
