import { plural, t } from '@lingui/core/macro';

import { api, unwrap } from '@/api/client';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { ClassGoal } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { useStudent } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

import { myClassGoalKey } from './query';

const CHANGED = ['class-goal', 'goalbucks'] as const;
const paramsOf = ({ id }: ClassGoal) => ({ path: { class_goal_id: id } });

/** Gives GoalBucks of the signed-in student to the goal. */
export function useChipIn(goal: ClassGoal) {
  const sendOnce = useSendOnce(myClassGoalKey(useStudent().id));
  return useMutation({
    meta: {
      changes: CHANGED,
      awaits: CHANGED,
      failed: t`That didn't work. Please try again.`,
      toasts: unlessUnconfirmed,
      whenGone: true,
    },
    mutationFn: (amount: number) =>
      sendOnce({ goal: goal.id, amount }, (headers) =>
        unwrap(
          api.POST('/api/class-goals/{class_goal_id}/gifts', {
            body: { amount },
            headers,
            params: paramsOf(goal),
          }),
        ),
      ),
    onSuccess: (_given, amount) => {
      toast({ title: plural(amount, { other: 'You chipped in #. Thank you!' }) });
    },
  });
}

/** Takes back all that the signed-in student gave to the goal. Repeating it changes nothing more. */
export function useTakeBack(goal: ClassGoal) {
  return useMutation({
    meta: {
      changes: CHANGED,
      awaits: CHANGED,
      failed: t`That didn't work. Please try again.`,
      whenGone: true,
    },
    /** `own`: what the student gave, for the message. */
    mutationFn: async (own: number) => {
      await api.DELETE('/api/class-goals/{class_goal_id}/gifts', { params: paramsOf(goal) });
      return own;
    },
    onSuccess: (own) => {
      toast({ title: plural(own, { other: 'You have your # back.' }) });
    },
  });
}
