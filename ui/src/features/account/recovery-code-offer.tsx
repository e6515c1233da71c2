import { lazy, Suspense, useEffect, useState } from 'react';

import { newAccountPassword } from '@/auth/new-account-password';

// Needed once in an account's life.
const RecoveryCodeOfferDialog = lazy(async () => ({
  default: (await import('./recovery-code-offer-dialog')).RecoveryCodeOfferDialog,
}));

/** Offers a recovery code once, to a teacher whose local account was made just now. */
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
