import { LogOut } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { useSignOutEverywhere } from './mutations';

/** Signs the account out on all devices, after a confirmation. */
export function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const everywhere = useSignOutEverywhere();
  return (
    <>
      <Button
        icon={<LogOut aria-hidden />}
        onClick={() => {
          setAsking(true);
        }}
      >
        Sign Out Everywhere
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign Out Everywhere"
        description="This signs you out on every device, this one too. Your classes and students stay as they are."
        tone="primary"
        confirmLabel="Sign Out Everywhere"
        pendingLabel="Signing out"
        pending={everywhere.isPending}
        onConfirm={() => {
          everywhere.mutate();
        }}
      />
    </>
  );
}
