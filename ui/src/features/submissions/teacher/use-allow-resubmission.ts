import { useState } from 'react';

import { useUser } from '@/auth/session-context';
import { browserStorage } from '@/lib/browser-storage';

const YES = 'yes';

/** Whether a denial allows another try: no, until the teacher chooses it. The last choice is saved in local storage. */
export function useAllowResubmission() {
  const key = `allow_resubmission_${useUser().id}`;
  const [allowed, setAllowed] = useState(() => browserStorage.get(key) === YES);
  const change = (next: boolean) => {
    if (next) browserStorage.set(key, YES);
    else browserStorage.remove(key);
    setAllowed(next);
  };
  return [allowed, change] as const;
}
