import { isCode, isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { Purchase, PurchaseRow } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { useFulfill, useUnfulfill } from './queries';

const FULFILL_FAILED = 'Failed to fulfill purchase. Please try again.';
const UNDO_FAILED = 'Failed to undo the fulfillment. Please try again.';

function sayWhatFailed(failed: string, error: unknown) {
  if (!isStatus(error, 404)) {
    failureToast(failed, error);
    return;
  }
  const detail = 'It is no longer there: the student may have been deleted.';
  toast({ tone: 'error', title: 'Error', description: failed, detail });
}

/** The id of the button that marks a pending purchase as fulfilled. */
export const fulfillButtonId = ({ id }: Pick<Purchase, 'id'>) => `fulfill-${id}`;

/** Makes a fulfilled purchase pending again and says so; resolves to whether it worked. */
export function useUndoFulfillment() {
  const { mutateAsync, isPending } = useUnfulfill();
  const undo = async ({ id, itemName, studentName }: PurchaseRow): Promise<boolean> => {
    try {
      await mutateAsync(id);
    } catch (error) {
      // It is pending already: the answer to an earlier try was lost.
      if (!isCode(error, 'not_fulfilled')) {
        sayWhatFailed(UNDO_FAILED, error);
        return false;
      }
    }
    toast({ title: 'Fulfillment undone', description: `${itemName} for ${studentName} is pending again.` });
    return true;
  };
  return { undo, undoing: isPending };
}

/** Focuses the button of a purchase that is pending again, unless something is typed elsewhere. */
function focusFulfillButton(purchase: PurchaseRow) {
  if (document.activeElement?.matches('input, textarea, select')) return;
  document.getElementById(fulfillButtonId(purchase))?.focus();
}

/** Marks a purchase as fulfilled, says so and offers Undo. */
export function useSendFulfillment(purchase: PurchaseRow, onFulfilled: () => void) {
  const fulfillment = useFulfill(onFulfilled);
  const { undo } = useUndoFulfillment();
  const send = () => {
    // Not the callbacks of `mutate`: they are dropped when the row goes before the answer is there.
    fulfillment.mutateAsync(purchase.id).then(
      () => {
        toast({
          title: 'Purchase fulfilled',
          description: `${purchase.itemName} for ${purchase.studentName}`,
          action: {
            label: 'Undo',
            altText: 'Undo it under Recently Fulfilled.',
            onPress: () => {
              void undo(purchase).then((undone) => {
                if (undone) focusFulfillButton(purchase);
              });
            },
          },
        });
      },
      (error: unknown) => {
        sayWhatFailed(FULFILL_FAILED, error);
      },
    );
  };
  return { send, sending: fulfillment.isPending };
}
