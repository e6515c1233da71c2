import { api, unwrap } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useSignInWith } from '@/auth/mutations';
import { readAloud } from '@/lib/read-aloud';

/** Who signs in with pictures can't read yet: reading aloud is on from then on. */
export function usePictureSignIn() {
  return useSignInWith(
    (body: Schemas['PictureSignInRequest']) => unwrap(api.POST('/api/auth/pictures', { body })),
    () => {
      readAloud.set(true);
    },
  );
}
