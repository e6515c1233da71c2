import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { cardKeys } from '@/api/keys';
import { useSignInWith } from '@/auth/mutations';

/** Looks up the student of a card, without signing in. */
export const cardHolderQuery = (code: string) =>
  queryOptions({
    queryKey: cardKeys.holder(code),
    queryFn: ({ signal }) => unwrap(api.POST('/api/auth/card/look', { body: { code }, signal })),
    retry: false,
    // The code isn't kept longer than its page.
    gcTime: 0,
  });

export function useCardSignIn() {
  return useSignInWith((code: string) => unwrap(api.POST('/api/auth/card', { body: { code } })));
}
