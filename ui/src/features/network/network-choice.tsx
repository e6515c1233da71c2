import { useState } from 'react';

import type { Network } from '@/api/types';
import { Button, type ButtonVariant } from '@/components/button';
import { isOwnComputer } from '@/lib/own-computer';

import { AdapterDialog } from './adapter-dialog';

type NetworkChoiceProps = { network: Network; variant?: ButtonVariant; children: string };

/** A button that asks by which of its networks the class reaches this computer. */
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
