import { msg, plural, t } from '@lingui/core/macro';

import { isStatus } from '@/api/api-error';
import { api, unwrap, ignoreErrors } from '@/api/client';
import { goalbucksKeys, studentKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';

/** "10 GoalBucks taken back from 3 students." */
function describeReversal(amount: number, count: number): string {
  return t`${plural(amount, { one: '# GoalBuck', other: '# GoalBucks' })} taken back from ${plural(count, { one: '# student', other: '# students' })}.`;
}

type GivenAward = {
  assignmentId: string;
  /** Amount that each student received. */
  amount: number;
};

type AwardOptions = {
  /** Whether a toast tells of this failure. */
  toasts?: (error: Error) => boolean;
  /** Called when *Undo* has taken the award back from these students. */
  onTakenBack?: (studentIds: string[]) => void;
};

/** Reverses an award for every student who has it. */
export function useReverseAward() {
  return useMutation({
    meta: {
      changes: ['goalbucks'],
      awaits: ['goalbucks'],
      failed: t`Failed to take the award back. Please try again.`,
    },
    mutationFn: ({ assignmentId }: GivenAward) => {
      const params = { path: { assignment_id: assignmentId } };
      const reversal = unwrap(api.POST('/api/goalbucks/award/{assignment_id}/reverse', { params }));
      return ignoreErrors(reversal, (error) => isStatus(error, 409));
    },
    onSuccess: (reversal, { amount }) => {
      const description = reversal
        ? describeReversal(amount, reversal.count)
        : t`It had already been taken back.`;
      toast({ title: t`Award taken back`, description });
    },
  });
}

/** Awards the same goalbucks to several students of a class; its toast offers Undo. */
export function useAward(
  classroomId: string,
  { toasts = unlessUnconfirmed, onTakenBack }: AwardOptions = {},
) {
  const sendOnce = useSendOnce(studentKeys.stats(classroomId));
  const { mutateAsync: reverse } = useReverseAward();
  return useMutation({
    meta: {
      changes: ['goalbucks'],
      of: { classroomId },
      failed: msg`Failed to award GoalBucks. Please try again.`,
      toasts,
      whenGone: true,
    },
    mutationFn: (body: Schemas['AwardRequest']) =>
      sendOnce(body, (headers) => unwrap(api.POST('/api/goalbucks/award', { body, headers }))),
    onSuccess: ({ count, assignmentId }, { amount, studentIds }) => {
      // Not a callback of `mutate`: the bar or the dialog that awarded is gone by then.
      const undo = async () => {
        await reverse({ assignmentId, amount });
        onTakenBack?.(studentIds);
      };
      toast({
        title: t`GoalBucks awarded!`,
        description: t`Successfully awarded ${plural(amount, { one: '# GoalBuck', other: '# GoalBucks' })} to ${count} student(s)`,
        action: {
          label: t`Undo`,
          altText: t`Take it back in a student's GoalBucks History.`,
          onPress: () => {
            void ignoreErrors(undo(), () => true);
          },
        },
      });
    },
  });
}

/** Corrects a student's balance up or down. */
export function useCorrectBalance({ id, name }: { id: string; name: string }) {
  const sendOnce = useSendOnce(goalbucksKeys.balance(id));
  return useMutation({
    meta: {
      changes: ['goalbucks'],
      of: { studentId: id },
      failed: msg`Failed to correct balance. Please try again.`,
      toasts: unlessUnconfirmed,
    },
    mutationFn: (body: Schemas['CorrectionRequest']) =>
      sendOnce(body, (headers) => {
        const params = { path: { student_id: id } };
        return unwrap(api.POST('/api/students/{student_id}/corrections', { body, params, headers }));
      }),
    onSuccess: ({ balanceAfter }) => {
      toast({
        title: t`Balance corrected`,
        description: t`${name} now has ${plural(balanceAfter, { one: '# GoalBuck', other: '# GoalBucks' })}.`,
      });
    },
  });
}
