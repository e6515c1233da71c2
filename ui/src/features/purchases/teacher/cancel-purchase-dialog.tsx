import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';

import { closeWhenDone } from '@/api/mutation-policy';
import type { Purchase, PurchaseListItem } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { useUnsavedChanges } from '@/components/dialog/unsaved-changes';
import { TextAreaField } from '@/components/input';
import { Amount } from '@/shared/amount';
import { FormFailure } from '@/shared/form-failure';

import { useCancelPurchase } from './mutations';

const MAX_REASON_LENGTH = 5000;

type CancelPurchaseDialogProps = {
  /** The pending purchase to cancel; null closes the dialog. */
  purchase: PurchaseListItem | null;
  /** Whether the item returns to a limited stock. */
  restocks: boolean;
  onCancelled: (answer: Purchase) => void;
  onClose: () => void;
};

function Name({ children }: { children: ReactNode }) {
  return (
    <strong className="text-ink">
      <bdi>{children}</bdi>
    </strong>
  );
}

function Refund({ goalbucksCost, studentName }: PurchaseListItem) {
  return (
    <Plural
      value={goalbucksCost}
      one={
        <Trans>
          <Amount value={goalbucksCost} /> goes back to <Name>{studentName}</Name>.
        </Trans>
      }
      other={
        <Trans>
          <Amount value={goalbucksCost} /> go back to <Name>{studentName}</Name>.
        </Trans>
      }
    />
  );
}

function RefundAndRestock({ goalbucksCost, studentName, itemName }: PurchaseListItem) {
  return (
    <Plural
      value={goalbucksCost}
      one={
        <Trans>
          <Amount value={goalbucksCost} /> goes back to <Name>{studentName}</Name>, and{' '}
          <Name>{itemName}</Name> goes back into stock.
        </Trans>
      }
      other={
        <Trans>
          <Amount value={goalbucksCost} /> go back to <Name>{studentName}</Name>, and <Name>{itemName}</Name>{' '}
          goes back into stock.
        </Trans>
      }
    />
  );
}

function useCancelForm({ purchase, onCancelled, onClose }: Omit<CancelPurchaseDialogProps, 'restocks'>) {
  // By purchase id; kept while the dialog is closed so that nothing typed is lost.
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const cancellation = useCancelPurchase(onCancelled);
  const id = purchase?.id ?? '';
  const reason = reasons[id] ?? '';
  const cancel = () => {
    if (!purchase) return;
    cancellation.mutate(
      { purchase, ...(reason.trim() && { reason: reason.trim() }) },
      {
        ...closeWhenDone(onClose),
        onSuccess: () => {
          setReasons({ ...reasons, [id]: '' });
          onClose();
        },
      },
    );
  };
  const setReason = (text: string) => {
    setReasons({ ...reasons, [id]: text });
  };
  // The mutation is shared by all purchases: show only this purchase's error.
  const failure = cancellation.variables?.purchase.id === id ? cancellation.error : null;
  return { reason, setReason, cancel, cancelling: cancellation.isPending, failure };
}

/** Confirms cancelling and refunding a purchase, with an optional reason. */
export function CancelPurchaseDialog({ restocks, ...rest }: CancelPurchaseDialogProps) {
  const { purchase, onClose } = rest;
  const { reason, setReason, cancel, cancelling, failure } = useCancelForm(rest);
  useUnsavedChanges(reason.trim() !== '');
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const tooLong = Array.from(reason.trim()).length > MAX_REASON_LENGTH;
  return (
    <ConfirmDialog
      open={purchase !== null}
      onOpenChange={onClose}
      title={t`Cancel and refund this purchase?`}
      description={
        purchase && (
          <p className="wrap-anywhere">
            {restocks ? <RefundAndRestock {...purchase} /> : <Refund {...purchase} />}
          </p>
        )
      }
      cancelLabel={t`Keep it`}
      confirmLabel={t`Cancel and refund`}
      pendingLabel={t`Cancelling`}
      pending={cancelling}
      disabled={tooLong}
      onConfirm={cancel}
      initialFocus={reasonField}
    >
      <TextAreaField
        ref={reasonField}
        label={t`Reason`}
        optional
        hint={t`The student can read it.`}
        error={tooLong ? t`A reason can have at most 5,000 characters.` : undefined}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
        }}
        className="mt-4"
      />
      <FormFailure className="mt-4" error={failure} />
    </ConfirmDialog>
  );
}
