import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';

import { outageOf } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';
import type { ClassGoal } from '@/api/types';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog/dialog';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { Coin } from '@/components/illustrations/coin';
import { TextField } from '@/components/input';
import { formatNumber } from '@/lib/format';
import { Amount } from '@/shared/amount';
import { parseWholeNumber } from '@/shared/amount-rules';
import { FormFailure } from '@/shared/form-failure';

import { amountError, initialAmount, maxGift, suggestedAmounts } from './amounts';
import { useChipIn } from './mutations';

type ChoicesProps = {
  amounts: readonly number[];
  max: number;
  chosen: number | null;
  disabled: boolean;
  onChoose: (amount: number) => void;
};

function Choices({ amounts, max, chosen, disabled, onChoose }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset className="mt-4" disabled={disabled}>
      <legend className="mb-1.5 font-mid">{t`How much?`}</legend>
      <div className="flex flex-wrap gap-3">
        {amounts.map((amount) => (
          <label
            key={amount}
            className="flex min-h-13 flex-[1_1_5rem] cursor-pointer items-center justify-center gap-2 rounded-control border border-line-strong px-3 font-mid has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-default has-disabled:bg-sunken has-disabled:text-ink-3"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={chosen === amount}
              disabled={amount > max}
              onChange={() => {
                onChoose(amount);
              }}
            />
            <Coin />
            {formatNumber(amount)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function describeOutage(): string {
  return select(serverKind(), {
    school:
      'The school’s server didn’t answer. We don’t know yet if you chipped in. Try again before you close it. You never give twice.',
    other:
      'The class computer didn’t answer. We don’t know yet if you chipped in. Try again before you close it. You never give twice.',
  });
}

function OutageNote() {
  return (
    <p role="alert" className="mt-4 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
      {describeOutage()}
    </p>
  );
}

type GiftState = {
  /** The chosen amount, unless another one was typed. */
  chosen: number | null;
  text: string;
  /** Whether the button was pressed with this text. */
  wasTried: boolean;
};

/** The amount that the form has, with what is wrong with it. */
function useGift(goal: ClassGoal, balance: number) {
  const missing = goal.goalbucks - goal.given;
  const amounts = suggestedAmounts(goal.goalbucks);
  const max = maxGift(balance, missing);
  const [gift, setGift] = useState<GiftState>(() => ({
    chosen: initialAmount(amounts, max),
    text: '',
    wasTried: false,
  }));
  const { text } = gift;
  // Others give meanwhile, so that the chosen amount may be too much now.
  const chosen = gift.chosen !== null && gift.chosen <= max ? gift.chosen : null;
  const error = text === '' ? undefined : amountError(text, balance, missing);
  const typed = error === undefined ? parseWholeNumber(text) : null;
  const own = text === '' ? chosen : null;
  return { gift, setGift, amounts, max, chosen: own, error, amount: typed ?? own };
}

type AmountFieldsProps = {
  state: ReturnType<typeof useGift>;
  /** The amount that was sent and isn't confirmed yet, which can't be changed; null if there is none. */
  sent: number | null;
};

function AmountFields({ state, sent }: AmountFieldsProps) {
  const { gift, setGift, amounts, max, chosen, error, amount } = state;
  const most = formatNumber(max);
  const isMissing = gift.wasTried && amount === null;
  return (
    <>
      <Choices
        amounts={amounts}
        max={max}
        chosen={sent ?? chosen}
        disabled={sent !== null}
        onChoose={(next) => {
          setGift({ chosen: next, text: '', wasTried: false });
        }}
      />
      <TextField
        className="mt-4"
        label={t`Another amount`}
        optional
        inputMode="numeric"
        autoComplete="off"
        hint={t`At most ${most}.`}
        error={isMissing ? (error ?? t`Choose an amount, or type one.`) : undefined}
        disabled={sent !== null}
        value={gift.text}
        onChange={({ target }) => {
          setGift({ ...gift, text: target.value });
        }}
      />
    </>
  );
}

function Terms() {
  return (
    <p className="mt-4 text-small text-ink-2">
      <Trans>
        You can take it back until the class has it all. If the class doesn&apos;t make it, everybody gets
        back what they gave. Your classmates don&apos;t see how much you give.
      </Trans>
    </p>
  );
}

type ChipInFormProps = { goal: ClassGoal; balance: number; onDone: () => void };

function ChipInForm({ goal, balance, onDone }: ChipInFormProps) {
  const { mutate, isPending, error } = useChipIn(goal);
  const state = useGift(goal, balance);
  const [lastSent, setLastSent] = useState<number | null>(null);
  const outage = outageOf(error);
  useBlockClosing(isPending);
  // A retry sends the same amount, so that it is never given twice.
  const sent = isPending || outage !== null ? lastSent : null;
  const giving = sent ?? state.amount;
  const givingText = giving === null ? '' : formatNumber(giving);
  const send = () => {
    state.setGift({ ...state.gift, wasTried: true });
    if (giving === null || isPending) return;
    setLastSent(giving);
    mutate(giving, { onSuccess: onDone });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AmountFields state={state} sent={sent} />
      <Terms />
      {outage === null ? <FormFailure pending={isPending} error={error} className="mt-4" /> : <OutageNote />}
      <DialogActions>
        <Button variant="primary" type="submit" pending={isPending} pendingLabel={t`Chipping in`}>
          {giving === null ? t`Chip In` : t`Chip In ${givingText}`}
        </Button>
      </DialogActions>
    </form>
  );
}

type ChipInDialogProps = {
  goal: ClassGoal;
  balance: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Gives to the class goal: one of three amounts, or another one. */
export function ChipInDialog({ goal, balance, open, onOpenChange }: ChipInDialogProps) {
  const { name } = goal;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Chip In`}
      description={
        <span className="wrap-anywhere">
          <Trans>
            For “<bdi>{name}</bdi>”. You have{' '}
            <span className="whitespace-nowrap large-text:whitespace-normal">
              <Amount value={balance} />.
            </span>
          </Trans>
        </span>
      }
    >
      <ChipInForm
        goal={goal}
        balance={balance}
        onDone={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
