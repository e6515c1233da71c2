import { useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import { toast, type ToastMessage } from '@/components/toast/toast-store';
import { formatCount, formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';

import { useReverseAward } from './queries';

/** Takes an award back from every student who has it and says so; resolves to whether it is taken back now. */
export function useTakeBackAward() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useReverseAward();
  const toastUndone = (description: string) => {
    toast({ title: 'Award taken back', description });
  };
  const takeBack = async (assignmentId: string, each: number): Promise<boolean> => {
    try {
      const { count } = await mutateAsync(assignmentId);
      const amount = `${formatNumber(each)} ${amountUnit(each)}`;
      toastUndone(`${amount} taken back from ${formatCount(count, 'student')}.`);
      return true;
    } catch (error) {
      if (!isStatus(error, 409)) {
        failureToast('Failed to take the award back. Please try again.', error);
        return false;
      }
      void queryClient.invalidateQueries();
      toastUndone('It had already been taken back.');
      return true;
    }
  };
  return { takeBack, takingBack: isPending };
}

/** Makes the *Undo* of an award's toast. */
export function useUndoAward() {
  const { takeBack } = useTakeBackAward();
  return (assignmentId: string, each: number): ToastMessage['action'] => ({
    label: 'Undo',
    altText: "Take it back in a student's GoalBucks History.",
    onPress: () => {
      void takeBack(assignmentId, each);
    },
  });
}
