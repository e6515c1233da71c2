import { api, data } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useSignInWith } from '@/auth/queries';
import { toast } from '@/components/toast/toast-store';

export type Recovery = Schemas['RecoverRequest'];

/** Signs in with the printed code, in place of a password that was forgotten. `onMakeNew` leads to the next code. */
export function useRecover(onMakeNew: () => void) {
  return useSignInWith(async (body: Recovery) => {
    const answer = await data(api.POST('/api/auth/recover', { body }));
    toast({
      title: 'Your new password is set',
      description: 'The recovery code is used up.',
      action: {
        label: 'New code',
        altText: 'You make a new one in Settings.',
        onPress: onMakeNew,
      },
    });
    return answer;
  });
}
