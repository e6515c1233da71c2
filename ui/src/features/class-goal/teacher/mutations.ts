import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import { api, unwrap } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';

import { classGoalKey } from '../keys';

const GOAL_GONE = msg({ message: 'It is no longer there.', comment: 'A class goal' });

const paramsOf = (classGoalId: string) => ({ path: { class_goal_id: classGoalId } });

export type ClassGoalBody = Schemas['ClassGoalRequest'];

/** Makes a class goal, or with an id changes one. */
export function useSaveClassGoal(classroomId: string) {
  const sendOnce = useSendOnce(classGoalKey(classroomId));
  const create = (fields: ClassGoalBody) => {
    const body = { ...fields, classroomId };
    return sendOnce(body, (headers) => unwrap(api.POST('/api/class-goals', { body, headers })));
  };
  return useMutation({
    meta: {
      changes: ['class-goal'],
      of: { classroomId },
      failed: msg`Failed to save class goal. Please try again.`,
      whenGone: i18n._(GOAL_GONE),
    },
    mutationFn: ({ id, ...body }: ClassGoalBody & { id?: string | undefined }) =>
      id === undefined
        ? create(body)
        : unwrap(api.PUT('/api/class-goals/{class_goal_id}', { body, params: paramsOf(id) })),
    onSuccess: () => {
      toast({ title: t`Class goal saved` });
    },
  });
}

/** Ends an open goal: everybody gets back what they gave. */
export function useEndClassGoal(classroomId: string) {
  return useMutation({
    meta: {
      changes: ['class-goal', 'goalbucks'],
      of: { classroomId },
      failed: msg`Failed to end class goal. Please try again.`,
      whenGone: i18n._(GOAL_GONE),
    },
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/class-goals/{class_goal_id}/end', { params: paramsOf(id) })),
    onSuccess: () => {
      toast({ title: t`Class goal ended`, description: t`Everybody got back what they gave.` });
    },
  });
}

/** Marks a reached goal as done. */
export function useMarkClassGoalDone(classroomId: string) {
  return useMutation({
    meta: {
      changes: ['class-goal'],
      of: { classroomId },
      failed: msg`Failed to mark class goal as done. Please try again.`,
      whenGone: i18n._(GOAL_GONE),
    },
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/class-goals/{class_goal_id}/done', { params: paramsOf(id) })),
    onSuccess: () => {
      toast({ title: t`Class goal marked as done` });
    },
  });
}
