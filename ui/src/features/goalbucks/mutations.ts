import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, unwrap, ignoreErrors } from '@/api/client';
import { studentKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { Schemas } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { toast } from '@/components/toast/toast-store';
import { formatCount, formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';

export const AWARD_FAILED = 'Failed to award GoalBucks. Please try again.';
export const CORRECTION_FAILED = 'Failed to correct balance. Please try again.';

const formatAmount = (amount: number) => `${formatNumber(amount)} ${amountUnit(amount)}`;

type GivenAward = {
  assignmentId: string;
  /** Amount that each student received. */
  amount: number;
};

/** Reverses an award for every student who has it. */
export function useReverseAward() {
  return useMutation({
    meta: { awaits: true, failed: t`Failed to take the award back. Please try again.` },
    mutationFn: ({ assignmentId }: GivenAward) => {
      const params = { path: { assignment_id: assignmentId } };
      const reversal = unwrap(api.POST('/api/goalbucks/award/{assignment_id}/reverse', { params }));
      return ignoreErrors(reversal, (error) => isStatus(error, 409));
    },
    onSuccess: (reversal, { amount }) => {
      const description = reversal
        ? `${formatAmount(amount)} taken back from ${formatCount(reversal.count, 'student')}.`
        : t`It had already been taken back.`;
      toast({ title: t`Award taken back`, description });
    },
  });
}

/** Awards the same goalbucks to several students of a class; its toast offers Undo. */
export function useAward(classroomId: string) {
  const sendOnce = useIdempotencyKey(studentKeys.stats(classroomId));
  const { mutate: reverse } = useReverseAward();
  return useMutation({
    meta: { failed: unlessUnconfirmed(AWARD_FAILED) },
    mutationFn: (body: Schemas['AwardRequest']) =>
      sendOnce(body, (headers) => unwrap(api.POST('/api/goalbucks/award', { body, headers }))),
    onSuccess: ({ count, assignmentId }, { amount }) => {
      toast({
        title: t`GoalBucks awarded!`,
        description: `Successfully awarded ${formatAmount(amount)} to ${count} student(s)`,
        action: {
          label: t`Undo`,
          altText: t`Take it back in a student's GoalBucks History.`,
          onPress: () => {
            reverse({ assignmentId, amount });
          },
        },
      });
    },
  });
}

/** Corrects a student's balance up or down. */
export function useCorrectBalance(student: { id: string; name: string }) {
  const sendOnce = useIdempotencyKey(studentKeys.balance(student.id));
  return useMutation({
    meta: { failed: unlessUnconfirmed(CORRECTION_FAILED) },
    mutationFn: (body: Schemas['CorrectionRequest']) =>
      sendOnce(body, (headers) => {
        const params = { path: { student_id: student.id } };
        return unwrap(api.POST('/api/students/{student_id}/corrections', { body, params, headers }));
      }),
    onSuccess: ({ balanceAfter }) => {
      toast({
        title: t`Balance corrected`,
        description: `${student.name} now has ${formatAmount(balanceAfter)}.`,
      });
    },
  });
}
