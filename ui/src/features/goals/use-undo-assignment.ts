import { failureToast } from '@/api/failure-toast';
import { toast, type ToastMessage } from '@/components/toast/toast-store';

import { useDeleteAssignment } from './assignment-queries';
import { describeResult } from './assignment-texts';

/** Makes the *Undo* of a bulk goal's toast: it deletes the assignment and says how many goals went and stayed. */
export function useUndoAssignment() {
  const { mutateAsync } = useDeleteAssignment();
  return (assignmentId: string): ToastMessage['action'] => ({
    label: 'Undo',
    altText: 'Delete it for everybody under All Goals.',
    onPress: () => {
      mutateAsync(assignmentId).then(
        ({ deleted, kept }) => {
          const title = deleted === 0 && kept > 0 ? 'Goals not taken back' : 'Goals taken back';
          toast({ title, description: describeResult('deleted', deleted, kept) });
        },
        (error: unknown) => {
          failureToast('Failed to delete goals. Please try again.', error);
        },
      );
    },
  });
}
