import { msg, t } from '@lingui/core/macro';

import { ApiError } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import type { Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';

export type SuggestionInput = Omit<Schemas['SuggestionRequest'], 'studentId'>;

export function useSuggestGoal(studentId: string) {
  const sendOnce = useSendOnce(suggestionKeys.ofStudent(studentId));
  return useMutation({
    meta: {
      changes: ['goal-suggestions'],
      failed: (error) =>
        (error instanceof ApiError ? error.error : undefined) ??
        msg`Failed to submit goal suggestion. Please try again.`,
    },
    mutationFn: (idea: SuggestionInput) => {
      const body = { studentId, ...idea };
      return sendOnce(body, (headers) => unwrap(api.POST('/api/goal-suggestions', { body, headers })));
    },
    onSuccess: () => {
      toast({ title: t`Goal suggestion submitted!`, description: t`Your teacher looks at it next.` });
    },
  });
}
