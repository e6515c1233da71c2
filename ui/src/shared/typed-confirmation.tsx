import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Ref } from 'react';

import { TextField } from '@/components/input';

type TypedConfirmationProps = {
  ref: Ref<HTMLInputElement>;
  /** Name that has to be typed exactly. */
  name: string;
  typed: string;
  onType: (typed: string) => void;
  readOnly: boolean;
};

/** Field for the name of what is about to be deleted; the dialog's button stays disabled until it is typed. */
export function TypedConfirmation({ ref, name, typed, onType, readOnly }: TypedConfirmationProps) {
  return (
    <TextField
      ref={ref}
      className="mt-4"
      label={
        <Trans>
          Type <strong className="font-bold wrap-anywhere whitespace-pre-wrap">{name}</strong> to confirm
        </Trans>
      }
      hint={typed !== '' && typed !== name && t`Not the same yet. Capital letters and spaces count.`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={readOnly}
      value={typed}
      onChange={(event) => {
        onType(event.target.value);
      }}
    />
  );
}
