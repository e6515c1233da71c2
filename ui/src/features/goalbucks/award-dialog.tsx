import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';

import { fieldMessage } from '@/api/field-message';
import { MAX_GOALBUCKS, parseWholeNumber } from '@/api/limits';
import { Button } from '@/components/button';
import { Dialog, DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { TextField } from '@/components/input';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { formatCount } from '@/lib/format';
import { FormFailure } from '@/shared/form-failure';
import { NobodyChosen, type Recipient, Whom } from '@/shared/recipients';

import { type AmountValues, awardSchema, noAmount } from './amount-schemas';
import { AWARD_FAILED, useAward } from './mutations';
import { ReasonField } from './reason-field';

type AwardProps = {
  classroomId: string;
  /** The selected students. */
  recipients: Recipient[];
  /** How many students the class has: they can all be chosen from here. */
  classSize: number;
  onSelectAll: () => void;
  onAwarded: () => void;
};

function useSendAward({ classroomId, recipients, onAwarded }: AwardProps) {
  const award = useAward(classroomId);
  const send = ({ amount, reason }: AmountValues) => {
    const body = {
      classroomId,
      studentIds: recipients.map(({ id }) => id),
      amount: parseWholeNumber(amount) ?? 0,
      reason,
    };
    award.mutate(body, { onSuccess: onAwarded });
  };
  return { award, send };
}

function AwardForm(props: AwardProps) {
  const { award, send } = useSendAward(props);
  const { register, handleSubmit, formState } = useForm<AmountValues>({
    mode: 'all',
    resolver: standardSchemaResolver(awardSchema),
    defaultValues: noAmount,
  });
  const { errors, isDirty, isValid } = formState;
  useDialogGuard({ dirty: isDirty, busy: award.isPending });
  useLeaveWarning(isDirty);
  const whom = formatCount(props.recipients.length, 'student');
  return (
    <form noValidate onSubmit={handleSubmit(send)} className="mt-5 flex flex-col gap-4">
      <TextField
        label="GoalBucks for each"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_GOALBUCKS}
        step={1}
        placeholder="e.g. 10"
        autoComplete="off"
        error={errors.amount?.message ?? fieldMessage(award.error, 'amount', 'GoalBucks')}
        {...register('amount')}
      />
      <ReasonField
        placeholder="e.g. Great teamwork at the science fair"
        error={errors.reason?.message ?? fieldMessage(award.error, 'reason', 'Reason')}
        {...register('reason')}
      />
      <FormFailure error={award.error} text={AWARD_FAILED} fields={['amount', 'reason']} sent="the award" />
      <DialogActions>
        <Button
          variant="primary"
          type="submit"
          pending={award.isPending}
          pendingLabel={`Awarding to ${whom}`}
          disabled={props.recipients.length === 0 || !isValid}
        >
          Award to {whom}
        </Button>
      </DialogActions>
    </form>
  );
}

type AwardDialogProps = AwardProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The same goalbucks for every selected student, with a reason. */
export function AwardDialog({ open, onOpenChange, ...form }: AwardDialogProps) {
  const { recipients, classSize, onSelectAll } = form;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Award GoalBucks"
      {...(recipients.length > 0 && {
        description: <Whom recipients={recipients} classSize={classSize} />,
      })}
    >
      {recipients.length === 0 && <NobodyChosen classSize={classSize} onSelectAll={onSelectAll} />}
      <AwardForm {...form} />
    </Dialog>
  );
}
