import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { Goal } from '@/api/types';
import { toast, type ToastMessage } from '@/components/toast/toast-store';

type Answer<Done> = {
  /** What is done when the teacher says yes. */
  mutation: UseMutationResult<Done, Error, string>;
  goal: Pick<Goal, 'id'> | null;
  done: (answer: Done) => ToastMessage;
  failed: string;
  onClose: () => void;
};

/** Says yes to a question about a goal. */
export function useGoalAnswer<Done>({ mutation, goal, done, failed, onClose }: Answer<Done>) {
  const queryClient = useQueryClient();
  return () => {
    if (!goal) return;
    mutation.mutate(goal.id, {
      onSuccess: (answer) => {
        toast(done(answer));
        onClose();
      },
      onError: (error) => {
        failureToast(failed, error);
        if (!isStatus(error, 409) && !isStatus(error, 404)) return;
        // Somebody was faster: the page is behind, and the question has no answer any more.
        void queryClient.invalidateQueries();
        onClose();
      },
    });
  };
}
