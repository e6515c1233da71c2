import { useState } from 'react';

import type { Network } from '@/api/types';
import { Button, type ButtonVariant } from '@/components/button';
import { isOwnComputer } from '@/shared/own-computer';

import { AdapterDialog } from './adapter-dialog';

type NetworkChoiceProps = { network: Network; variant?: ButtonVariant; children: string };

/** Button that opens the adapter dialog. */
export function NetworkChoice({ network, variant = 'secondary', children }: NetworkChoiceProps) {
  const [open, setOpen] = useState(false);
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
        changeable={isOwnComputer()}
        open={open}
        onClose={() => {
          setOpen(false);
        }}
      />
    </>
  );
}
