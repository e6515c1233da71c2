import { useRef } from 'react';

import { isStatus, whoIsSilent } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import { newIdempotencyKey } from '@/api/idempotency';
import { useStudent } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

import { type NewPurchase, useBuy } from './queries';

const FAILED = 'Failed to complete purchase. Please try again.';

function sayWhatFailed(error: unknown) {
  if (!isStatus(error, 404)) {
    failureToast(FAILED, error);
    return;
  }
  const detail = 'Your teacher has taken it out of the store. Your GoalBucks are untouched.';
  toast({ tone: 'error', title: 'Error', description: FAILED, detail });
}

/**
 * One key for one intention, beyond the dialog's life: after a lost answer nobody knows whether it was bought. Whoever
 * closes the dialog and comes back before the history has been read again still means the same purchase.
 */
function usePurchaseKey() {
  const last = useRef<{ text: string; key: string; sentAt: number } | null>(null);
  return {
    of: (body: NewPurchase) => {
      const text = JSON.stringify(body);
      const key = last.current?.text === text ? last.current.key : newIdempotencyKey();
      last.current = { text, key, sentAt: Date.now() };
      return key;
    },
    forget: () => {
      last.current = null;
    },
    forgetBefore: (time: number) => {
      if (last.current && last.current.sentAt < time) last.current = null;
    },
  };
}

/** Buying, for a page: its dialogs come and go. */
export function usePurchase() {
  const purchase = useBuy(useStudent().id);
  const key = usePurchaseKey();
  const buy = (body: NewPurchase, onDone: () => void) => {
    purchase.mutate(
      { body, idempotencyKey: key.of(body) },
      {
        onSuccess: () => {
          key.forget();
          toast({ title: 'Purchase successful!', description: 'It is pending teacher fulfillment.' });
          onDone();
        },
        onError: (error) => {
          sayWhatFailed(error);
          if (isStatus(error, 404)) onDone();
        },
      },
    );
  };
  return {
    buy,
    /** To be called when something else is chosen; `historyReadAt` is when the purchases were last read. */
    begin: (historyReadAt: number) => {
      key.forgetBefore(historyReadAt);
      purchase.reset();
    },
    buying: purchase.isPending,
    /** Who didn't answer, so that nobody knows whether it was bought; else null. */
    silent: whoIsSilent(purchase.error),
  };
}

export type Purchasing = ReturnType<typeof usePurchase>;
