import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Sprout } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { useSession } from '@/auth/session-context';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { useOpenSampleClass } from './open-mutation';

type TrySampleClassProps = {
  variant?: 'ghost' | 'secondary';
  /** Whether this computer has no account yet: adds a sentence. */
  isFirst?: boolean;
};

function WhatItIs() {
  return (
    <p className="max-w-90 text-small text-balance text-ink-2">
      <Trans>
        Twelve invented children, eight weeks of goals. No account is needed, and it can be removed at any
        time.
      </Trans>
    </p>
  );
}

/** Button that opens the sample class. Asks who is signed in with an own account, since it signs them out. */
export default function TrySampleClass({ variant = 'ghost', isFirst = false }: TrySampleClassProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const open = useOpenSampleClass();
  const start = () => {
    open.mutate(undefined, {
      onSuccess: () => {
        setIsAsking(false);
        void navigate('/teacher');
      },
    });
  };
  const press = () => {
    if (user === null || user.isSample) start();
    else setIsAsking(true);
  };
  return (
    <>
      <Button
        variant={variant}
        icon={<Sprout aria-hidden />}
        className={variant === 'ghost' ? 'mt-3 min-h-11' : ''}
        pending={open.isPending}
        pendingLabel={t`Making the sample class`}
        onClick={press}
      >
        <Trans>Try a Sample Class</Trans>
      </Button>
      {isFirst && <WhatItIs />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t`Try the sample class?`}
        description={t`This signs you out. Your own classes stay as they are, and you sign in again afterwards.`}
        tone="primary"
        confirmLabel={t`Sign Out and Try It`}
        pendingLabel={t`Making the sample class`}
        pending={open.isPending}
        onConfirm={start}
      />
    </>
  );
}
