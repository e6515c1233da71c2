import { useState } from 'react';

import type { Network } from '@/api/types';
import { useIsSubstitute } from '@/auth/substitute';
import { Button, type ButtonVariant } from '@/components/button';
import { isOwnComputer } from '@/shared/own-computer';

import { AdapterDialog } from './adapter-dialog';

type NetworkChoiceProps = { network: Network; variant?: ButtonVariant; children: string };

/** Button that opens the adapter dialog. */
export function NetworkChoice({ network, variant = 'secondary', children }: NetworkChoiceProps) {
  const [open, setOpen] = useState(false);
  const isSubstitute = useIsSubstitute();
  return (
    <>
      <Button
        variant={variant}
        onClick={() => {
          setOpen(true);
        }}
      >
        {children}
      </Button>
      <AdapterDialog
        network={network}
        changeable={isOwnComputer() && !isSubstitute}
        open={open}
        onClose={() => {
          setOpen(false);
        }}
      />
    </>
  );
}
