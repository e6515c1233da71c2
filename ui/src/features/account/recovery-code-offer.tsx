import { Suspense, useEffect, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { newAccountPassword } from '@/auth/new-account-password';

// Lazy: shown at most once per account.
const RecoveryCodeOfferDialog = lazyWhenReachable(async () => ({
  default: (await import('./recovery-code-offer-dialog')).RecoveryCodeOfferDialog,
}));

/** Offers a recovery code once, after a local account was created. */
export function RecoveryCodeOffer() {
  const [password, setPassword] = useState(newAccountPassword.get);
  useEffect(() => {
    newAccountPassword.clear();
  }, []);
  if (password === null) return null;
  return (
    <Suspense fallback={null}>
      <RecoveryCodeOfferDialog
        password={password}
        onDone={() => {
          setPassword(null);
        }}
      />
    </Suspense>
  );
}
