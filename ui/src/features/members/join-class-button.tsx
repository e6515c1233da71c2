import { Trans } from '@lingui/react/macro';
import { Users } from 'lucide-react';
import { useState } from 'react';

import { Button, type ButtonVariant } from '@/components/button';

import { JoinClassDialog } from './join-class-dialog';

/** The button and its dialog. */
export function JoinClassButton({ variant }: { variant?: ButtonVariant }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        icon={<Users aria-hidden />}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        <Trans>Join a Class</Trans>
      </Button>
      <JoinClassDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        onJoined={() => {
          setIsOpen(false);
        }}
      />
    </>
  );
}
