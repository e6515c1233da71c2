import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';

import { Dialog } from '@/components/dialog/dialog';
import { Amount } from '@/shared/amount';
import { MAX_GOALBUCKS } from '@/shared/amount-rules';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';

import { type AmountValues, correctionSchema, emptyAmount, toSignedNumber } from './amount-schemas';
import { useCorrectBalance } from './mutations';
import { ReasonField } from './reason-field';

function BalanceTerm({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  );
}

/** Current and resulting balance, with a note if the result is negative. */
function BalancePreview({ balance }: { balance: number }) {
  const amount = toSignedNumber(useWatch<AmountValues>({ name: 'amount' }));
  const counts = amount !== null && Math.abs(amount) <= MAX_GOALBUCKS;
  const after = counts ? balance + amount : null;
  return (
    <div className="rounded-control bg-sunken">
      <dl className="flex flex-col gap-1 px-4 py-2.5">
        <BalanceTerm label={t`Balance now`}>
          <Amount hideUnit value={balance} />
        </BalanceTerm>
        <BalanceTerm label={t`Balance after`}>
          {after === null ? <span className="text-ink-3">–</span> : <Amount hideUnit value={after} />}
        </BalanceTerm>
      </dl>
      <p
        role="status"
        className={after !== null && after < 0 ? 'border-t border-line px-4 py-2.5' : 'sr-only'}
      >
        {after !== null &&
          after < 0 &&
          t`This is below zero: purchases wait until the balance is above it again.`}
      </p>
    </div>
  );
}

type CorrectBalanceProps = {
  student: { id: string; name: string };
  /** Current balance. */
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
  return (
    <Form
      schema={correctionSchema}
      initialValues={emptyAmount}
      mutation={correction}
      unconfirmed="correction"
      onSubmit={send}
    >
      <FormTextField
        name="amount"
        label={t`Change in GoalBucks`}
        serverLabel={t`The change`}
        placeholder={t`e.g. 25 or -10`}
        autoComplete="off"
      />
      <BalancePreview balance={props.balance} />
      <ReasonField placeholder={t`e.g. Counted twice on Monday`} />
      <FormActions pendingLabel={t`Correcting balance`}>
        <Trans>Correct Balance</Trans>
      </FormActions>
    </Form>
  );
}

type CorrectBalanceDialogProps = CorrectBalanceProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Changes one student's balance up or down, with a reason. */
export function CorrectBalanceDialog({ student, balance, open, onOpenChange }: CorrectBalanceDialogProps) {
  const { name } = student;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Correct Balance`}
      description={
        <span className="wrap-anywhere">
          <Trans>
            Of <bdi>{name}</bdi>. A minus takes GoalBucks away.
          </Trans>
        </span>
      }
    >
      <CorrectBalanceForm
        student={student}
        balance={balance}
        onCorrected={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
