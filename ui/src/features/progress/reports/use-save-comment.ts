import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';

type CommentSaving = Schemas['FamilyCommentRequest'] & { studentId: string };

/** Saves the comment for a family; 409 if another one was saved since `basedOn`. */
export function useSaveComment() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: {
      changes: [],
      failed: t`Failed to save the comment. Please try again.`,
      toasts: (error) => !isStatus(error, 409),
    },
    mutationFn: ({ studentId, ...body }: CommentSaving) =>
      unwrap(
        api.PUT('/api/students/{student_id}/family-comment', {
          params: { path: { student_id: studentId } },
          body,
        }),
      ),
    // The reports have the comment that is stored now, whoever saved it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['progress'] }),
  });
}
