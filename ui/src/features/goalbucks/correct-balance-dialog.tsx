import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { fieldMessage } from '@/api/field-message';
import { MAX_GOALBUCKS } from '@/api/limits';
import { Button } from '@/components/button';
import { Dialog, DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { TextField } from '@/components/input';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { Amount } from '@/shared/amount';
import { FormFailure } from '@/shared/form-failure';

import { type AmountValues, correctionSchema, isOnlySign, noAmount, toSignedNumber } from './amount-schemas';
import { CORRECTION_FAILED, useCorrectBalance } from './mutations';
import { ReasonField } from './reason-field';

const FIELDS = ['amount', 'reason'];

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}

/** The balance now and after; below zero it says what that means. */
function NowAndAfter({ balance, amount }: { balance: number; amount: number | null }) {
  const counts = amount !== null && Math.abs(amount) <= MAX_GOALBUCKS;
  const after = counts ? balance + amount : null;
  return (
    <div className="rounded-control bg-sunken">
      <dl className="flex flex-col gap-1 px-4 py-2.5">
        <Side label="Balance now">
          <Amount hideUnit value={balance} />
        </Side>
        <Side label="Balance after">
          {after === null ? <span className="text-ink-3">–</span> : <Amount hideUnit value={after} />}
        </Side>
      </dl>
      <p
        role="status"
        className={after !== null && after < 0 ? 'border-t border-line px-4 py-2.5' : 'sr-only'}
      >
        {after !== null &&
          after < 0 &&
          'This is below zero: purchases wait until the balance is above it again.'}
      </p>
    </div>
  );
}

type CorrectBalanceProps = {
  student: { id: string; name: string };
  /** What the student can spend now. */
  balance: number;
};

type CorrectBalanceFormProps = CorrectBalanceProps & { onCorrected: () => void };

function useSendCorrection({ student, onCorrected }: CorrectBalanceFormProps) {
  const correction = useCorrectBalance(student);
  const send = ({ amount, reason }: AmountValues) => {
    const body = { amount: toSignedNumber(amount) ?? 0, reason };
    correction.mutate(body, { onSuccess: onCorrected });
  };
  return { correction, send };
}

function CorrectBalanceForm(props: CorrectBalanceFormProps) {
  const { correction, send } = useSendCorrection(props);
  const { register, handleSubmit, formState, control } = useForm<AmountValues>({
    mode: 'all',
    resolver: standardSchemaResolver(correctionSchema),
    defaultValues: noAmount,
  });
  const typed = useWatch({ control, name: 'amount' });
  const { errors, isDirty, isValid, touchedFields } = formState;
  const unfinished = isOnlySign(typed) && !touchedFields.amount;
  useDialogGuard({ dirty: isDirty, busy: correction.isPending });
  useLeaveWarning(isDirty);
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="mt-5 flex flex-col gap-4">
      <TextField
        label="Change in GoalBucks"
        placeholder="e.g. 25 or -10"
        autoComplete="off"
        error={
          unfinished
            ? undefined
            : (errors.amount?.message ?? fieldMessage(correction.error, 'amount', 'The change'))
        }
        {...register('amount')}
      />
      <NowAndAfter balance={props.balance} amount={toSignedNumber(typed)} />
      <ReasonField
        placeholder="e.g. Counted twice on Monday"
        error={errors.reason?.message ?? fieldMessage(correction.error, 'reason', 'Reason')}
        {...register('reason')}
      />
      <FormFailure error={correction.error} text={CORRECTION_FAILED} fields={FIELDS} sent="the correction" />
      <DialogActions>
        <Button
          variant="primary"
          type="submit"
          pending={correction.isPending}
          pendingLabel="Correcting balance"
          disabled={!isValid}
        >
          Correct Balance
        </Button>
      </DialogActions>
    </form>
  );
}

type CorrectBalanceDialogProps = CorrectBalanceProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Changes one student's balance up or down, with a reason. */
export function CorrectBalanceDialog({ student, balance, open, onOpenChange }: CorrectBalanceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Correct Balance"
      description={
        <span className="wrap-anywhere">
          Of <bdi>{student.name}</bdi>. A minus takes GoalBucks away.
        </span>
      }
    >
      <CorrectBalanceForm
        {...{ student, balance }}
        onCorrected={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
