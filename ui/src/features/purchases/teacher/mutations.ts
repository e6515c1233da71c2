import { i18n } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';

import { isCode, isSystemicError } from '@/api/api-error';
import { api, ignoreErrors, unwrap } from '@/api/client';
import { failureToast } from '@/api/failure-toast';
import { purchaseKeys } from '@/api/keys';
import { isGone } from '@/api/mutation-policy';
import type { Purchase, PurchaseListItem, Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { useUser } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

/** The focus is in a list that these change, so they wait for its refetch. */
const purchaseMeta = { changes: ['purchases'], awaits: ['purchases'] } as const;

const GONE = msg({
  message: 'It is no longer there: the student may have been deleted.',
  comment: 'A purchase',
});

/** Maximum number of purchases per request. */
export const MAX_FULFILLED = 500;

/** The id of the button that marks a pending purchase as fulfilled. */
export const fulfillButtonId = ({ id }: Pick<Purchase, 'id'>) => `fulfill-${id}`;

/** Makes a fulfilled purchase pending again. `onUndone` is called after the refetch. */
export function useUnfulfill(onUndone?: (purchase: PurchaseListItem) => void) {
  return useMutation({
    meta: {
      ...purchaseMeta,
      failed: t`Failed to undo the fulfillment. Please try again.`,
      whenGone: i18n._(GONE),
    },
    mutationFn: ({ id }: PurchaseListItem) => {
      const params = { path: { purchase_id: id } };
      const undoing = api.POST('/api/purchases/{purchase_id}/unfulfill', { params });
      return ignoreErrors(undoing, (error) => isCode(error, 'not_fulfilled'));
    },
    onSuccess: (_answer, { itemName, studentName }) => {
      toast({
        title: t`Fulfillment undone`,
        description: t`${itemName} for ${studentName} is pending again.`,
      });
    },
    onSettled: (_answer, error, purchase) => {
      if (!error) onUndone?.(purchase);
    },
  });
}

/** Focuses the button of a purchase that is pending again, unless something is being typed elsewhere. */
function focusFulfillButton(purchase: PurchaseListItem) {
  if (document.activeElement?.matches('input, textarea, select')) return;
  document.getElementById(fulfillButtonId(purchase))?.focus();
}

/** Marks a purchase as fulfilled; its toast offers Undo. `onFulfilled` is called before the refetch. */
export function useFulfill(onFulfilled: () => void) {
  const { id: fulfilledBy } = useUser();
  const { mutate: undo } = useUnfulfill(focusFulfillButton);
  return useMutation({
    meta: {
      ...purchaseMeta,
      failed: t`Failed to fulfill purchase. Please try again.`,
      whenGone: i18n._(GONE),
    },
    mutationFn: ({ id }: PurchaseListItem) =>
      unwrap(
        api.PATCH('/api/purchases/{purchase_id}/fulfill', {
          body: { fulfilledBy },
          params: { path: { purchase_id: id } },
        }),
      ),
    onSuccess: (_answer, purchase) => {
      const { itemName, studentName } = purchase;
      onFulfilled();
      toast({
        title: t`Purchase fulfilled`,
        description: t({
          message: `${itemName} for ${studentName}`,
          comment: 'What a teacher has handed out, and to whom',
        }),
        action: {
          label: t`Undo`,
          altText: t`Undo it under Recently Fulfilled.`,
          onPress: () => {
            undo(purchase);
          },
        },
      });
    },
  });
}

/** Makes purchases that were fulfilled together pending again, one by one. */
function useUnfulfillSeveral() {
  return useMutation({
    meta: purchaseMeta,
    mutationFn: async (purchases: PurchaseListItem[]) => {
      const result: { undone: number; failure: Error | null } = { undone: 0, failure: null };
      for (const { id } of purchases) {
        const params = { path: { purchase_id: id } };
        try {
          await api.POST('/api/purchases/{purchase_id}/unfulfill', { params });
          result.undone += 1;
        } catch (error) {
          result.failure = error as Error;
          if (isSystemicError(error)) break;
        }
      }
      return result;
    },
    onSuccess: ({ undone, failure }, { length }) => {
      const failed = length - undone;
      if (failure)
        failureToast(
          plural(length, { other: `Failed to undo ${failed} of # fulfillments. Please try again.` }),
          failure,
        );
      else
        toast({
          title: t`Fulfillments undone`,
          description: plural(length, {
            one: '# purchase is pending again.',
            other: '# purchases are pending again.',
          }),
        });
    },
  });
}

/** Marks several purchases as fulfilled, all or none. `onFulfilled` is called before the refetch. */
export function useFulfillSeveral(onFulfilled: (purchases: PurchaseListItem[]) => void) {
  const { mutate: undo } = useUnfulfillSeveral();
  const sendOnce = useSendOnce(purchaseKeys.all);
  return useMutation({
    meta: {
      ...purchaseMeta,
      changesIfFailed: ['purchases'],
      failed: (error) =>
        isGone(error)
          ? msg`Nothing was marked as fulfilled: at least one purchase has been fulfilled or cancelled elsewhere. The list is up to date again.`
          : msg`Failed to fulfill purchases. Please try again.`,
      whenGone: true,
    },
    mutationFn: (purchases: PurchaseListItem[]) => {
      const body = { purchaseIds: purchases.map(({ id }) => id) };
      return sendOnce(body, (headers) => unwrap(api.POST('/api/purchases/fulfill', { body, headers })));
    },
    onSuccess: (_answer, purchases) => {
      onFulfilled(purchases);
      toast({
        title: t`Purchases fulfilled`,
        description: plural(purchases.length, {
          one: '# purchase is marked as fulfilled.',
          other: '# purchases are marked as fulfilled.',
        }),
        action: {
          label: t`Undo`,
          altText: t`Undo it under Recently Fulfilled.`,
          onPress: () => {
            undo(purchases);
          },
        },
      });
    },
  });
}

type Cancellation = Schemas['CancelRequest'] & { purchase: PurchaseListItem };

/**
 * Cancels a pending purchase. Goalbucks and stock are returned, so balances and items are refetched too. `onCancelled`
 * is called before the refetch.
 */
export function useCancelPurchase(onCancelled: (answer: Purchase) => void) {
  return useMutation({
    meta: {
      changes: ['purchases', 'store', 'goalbucks'],
      awaits: ['purchases'],
      failed: msg`Failed to cancel and refund the purchase. Please try again.`,
      whenGone: true,
    },
    mutationFn: ({ purchase: { id }, ...body }: Cancellation) =>
      unwrap(
        api.POST('/api/purchases/{purchase_id}/cancel', { body, params: { path: { purchase_id: id } } }),
      ),
    onSuccess: (answer, { purchase: { studentName } }) => {
      onCancelled(answer);
      toast({
        title: t`Purchase cancelled and refunded`,
        description: t`${studentName} has the GoalBucks back.`,
      });
    },
  });
}
