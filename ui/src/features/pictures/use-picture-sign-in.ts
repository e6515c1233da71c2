import { api, unwrap } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useSignInWith } from '@/auth/mutations';

export function usePictureSignIn() {
  return useSignInWith((body: Schemas['PictureSignInRequest']) =>
    unwrap(api.POST('/api/auth/pictures', { body })),
  );
}
