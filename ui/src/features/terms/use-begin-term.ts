import { msg, t } from '@lingui/core/macro';

import { api, unwrap } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';
import { termsKey } from '@/shared/terms-query';

/** Ends the running term of a class, so that a new one begins. */
export function useBeginTerm(classroomId: string) {
  const sendOnce = useSendOnce(termsKey(classroomId));
  return useMutation({
    meta: {
      changes: ['terms', 'goals', 'goalbucks', 'backups'],
      of: { classroomId },
      failed: msg`Failed to begin a new term. Please try again.`,
    },
    mutationFn: (body: Schemas['NewTermRequest']) =>
      sendOnce(body, (headers) =>
        unwrap(
          api.POST('/api/classrooms/{classroom_id}/terms', {
            body,
            headers,
            params: { path: { classroom_id: classroomId } },
          }),
        ),
      ),
    onSuccess: () => {
      toast({ title: t`A new term has begun` });
    },
  });
}
