import { t } from '@lingui/core/macro';

import { api, unwrap } from '@/api/client';
import { purchaseKeys } from '@/api/keys';
import type { Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { useStudent } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

const CHANGED_BY_PURCHASE = ['purchases', 'store', 'goalbucks'] as const;

/** Buys an item for the signed-in student. */
export function usePurchase() {
  const { id: studentId } = useStudent();
  const sendOnce = useSendOnce(purchaseKeys.ofStudent(studentId));
  return useMutation({
    meta: {
      changes: CHANGED_BY_PURCHASE,
      awaits: CHANGED_BY_PURCHASE,
      failed: t`Failed to complete purchase. Please try again.`,
      whenGone: t`Your teacher has taken it out of the store. Your GoalBucks are untouched.`,
    },
    mutationFn: (body: Schemas['PurchaseRequest']) =>
      sendOnce(body, (headers) => unwrap(api.POST('/api/purchases', { body, headers }))),
    onSuccess: () => {
      toast({
        title: t`Purchase successful!`,
        description: t({ message: 'It is pending teacher fulfillment.', comment: 'A purchase' }),
        // The specified sentence is hard for young readers.
        detail: t`You get it from your teacher.`,
      });
    },
  });
}
