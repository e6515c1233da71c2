import { t } from '@lingui/core/macro';

import { api, unwrap } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useSignInWith } from '@/auth/mutations';
import { toast } from '@/components/toast/toast-store';

type RecoveryRequest = Schemas['RecoverRequest'];

/** Signs in with a recovery code and sets a new password. `onMakeNew` opens the page to create another code. */
export function useRecover(onMakeNew: () => void) {
  return useSignInWith(async (body: RecoveryRequest) => {
    const answer = await unwrap(api.POST('/api/auth/recover', { body }));
    toast({
      title: t`Your new password is set`,
      description: t`The recovery code is used up.`,
      action: {
        label: t({ message: 'New code', comment: 'Button that opens the page to make a new recovery code' }),
        altText: t`You make a new one in Settings.`,
        onPress: onMakeNew,
      },
    });
    return answer;
  });
}
