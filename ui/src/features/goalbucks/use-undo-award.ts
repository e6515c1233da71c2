import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import { amountUnit, formatCount, formatNumber } from '@/components/format';
import { toast, type ToastMessage } from '@/components/toast-store';

import { useReverseAward } from './queries';

/** Makes the *Undo* of an award's toast: it takes the award back from every student who has it. */
export function useUndoAward() {
  const { mutateAsync } = useReverseAward();
  const toastUndone = (description: string) => {
    toast({ title: 'Award taken back', description });
  };
  return (assignmentId: string, each: number): ToastMessage['action'] => ({
    label: 'Undo',
    altText: 'Correct the balance of each student.',
    onPress: () => {
      mutateAsync(assignmentId).then(
        ({ count }) => {
          const amount = `${formatNumber(each)} ${amountUnit(each)}`;
          toastUndone(`${amount} taken back from ${formatCount(count, 'student')}.`);
        },
        (error: unknown) => {
          if (isStatus(error, 409)) toastUndone('It had already been taken back.');
          else failureToast('Failed to take the award back. Please try again.', error);
        },
      );
    },
  });
}
