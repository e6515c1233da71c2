import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { PurchaseRow } from '@/api/types';
import { toast } from '@/components/toast-store';

import { useFulfil } from './queries';

const FAILED = 'Failed to fulfill purchase. Please try again.';

function sayWhatFailed(error: unknown) {
  if (!isStatus(error, 404)) {
    failureToast(FAILED, error);
    return;
  }
  const detail = 'It is no longer there: the student may have been deleted.';
  toast({ tone: 'error', title: 'Error', description: FAILED, detail });
}

/** Marks a purchase as fulfilled; the list loses its row, whether it worked or had happened elsewhere. */
export function useSendFulfilment({ id, itemName, studentName }: PurchaseRow) {
  const fulfilment = useFulfil();
  const send = () => {
    // Not the callbacks of `mutate`: they are dropped when the row goes before the answer is there.
    fulfilment.mutateAsync(id).then(() => {
      toast({ title: 'Purchase fulfilled', description: `${itemName} for ${studentName}` });
    }, sayWhatFailed);
  };
  // Until its row has gone there is nothing more to do about what was fulfilled.
  return { send, sending: fulfilment.isPending || fulfilment.isSuccess };
}
