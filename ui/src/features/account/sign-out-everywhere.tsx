import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <Trans>Sign Out Everywhere</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Sign Out Everywhere`}
        description={t`This signs you out on every device, this one too. Your classes and students stay as they are.`}
        tone="primary"
        confirmLabel={t`Sign Out Everywhere`}
        pendingLabel={t`Signing out`}
        pending={everywhere.isPending}
        onConfirm={() => {
          everywhere.mutate();
        }}
      />
    </>
  );
}
