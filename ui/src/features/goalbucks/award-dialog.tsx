import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { parseWholeNumber } from '@/api/limits';
import { Dialog } from '@/components/dialog/dialog';
import { formatCount } from '@/lib/format';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { GoalbucksField } from '@/shared/goal-form/goal-fields';
import { NoRecipients, type Recipient, RecipientSummary } from '@/shared/recipient-summary';

import { type AmountValues, awardSchema, emptyAmount } from './amount-schemas';
import { AWARD_FAILED, useAward } from './mutations';
import { ReasonField } from './reason-field';

type AwardProps = {
  classroomId: string;
  /** The selected students. */
  recipients: Recipient[];
  /** Number of students in the class, for "Select all". */
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
  const recipients = formatCount(props.recipients.length, 'student');
  return (
    <Form
      schema={awardSchema}
      initialValues={emptyAmount}
      mutation={award}
      failureText={AWARD_FAILED}
      sent="the award"
      onSubmit={send}
    >
      <GoalbucksField
        name="amount"
        label={t`GoalBucks for each`}
        serverLabel={t`GoalBucks`}
        placeholder="e.g. 10"
      />
      <ReasonField placeholder="e.g. Great teamwork at the science fair" />
      <FormActions pendingLabel={t`Awarding to ${recipients}`} disabled={props.recipients.length === 0}>
        <Trans>Award to {recipients}</Trans>
      </FormActions>
    </Form>
  );
}

type AwardDialogProps = AwardProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** Awards the same amount to all selected students, with a reason. */
export function AwardDialog({ open, onOpenChange, ...form }: AwardDialogProps) {
  const { recipients, classSize, onSelectAll } = form;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Award GoalBucks`}
      {...(recipients.length > 0 && {
        description: <RecipientSummary recipients={recipients} classSize={classSize} />,
      })}
    >
      {recipients.length === 0 && <NoRecipients classSize={classSize} onSelectAll={onSelectAll} />}
      <AwardForm {...form} />
    </Dialog>
  );
}
