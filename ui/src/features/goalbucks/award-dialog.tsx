import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';

import { Dialog } from '@/components/dialog/dialog';
import { parseWholeNumber } from '@/shared/amount-rules';
import { FormAmountField } from '@/shared/form/amount-field';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { NoRecipients, type Recipient, RecipientSummary } from '@/shared/recipient-summary';

import { type AmountValues, awardSchema, emptyAmount } from './amount-schemas';
import { useAward } from './mutations';
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
  const count = props.recipients.length;
  return (
    <Form
      schema={awardSchema}
      initialValues={emptyAmount}
      mutation={award}
      unconfirmed="award"
      onSubmit={send}
    >
      <FormAmountField
        name="amount"
        label={t`GoalBucks for each`}
        serverLabel={t`GoalBucks`}
        placeholder={t`e.g. 10`}
      />
      <ReasonField placeholder={t`e.g. Great teamwork at the science fair`} />
      <FormActions
        pendingLabel={plural(count, { one: 'Awarding to # student', other: 'Awarding to # students' })}
        disabled={count === 0}
      >
        <Plural value={count} one="Award to # student" other="Award to # students" />
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
