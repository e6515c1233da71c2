import { msg, plural, t } from '@lingui/core/macro';
import { useState } from 'react';

import { isCode } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { loginCardKeys } from '@/api/keys';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';

const classParams = (classroomId: string) => ({ path: { classroom_id: classroomId } });

/**
 * Makes login cards. A lost response is asked for again with the same key, whose answer is the error `already_made`,
 * because the codes can't be shown twice; the next attempt makes new cards.
 */
export function useMakeLoginCards(classroomId: string) {
  const sendOnce = useSendOnce(loginCardKeys.ofClass(classroomId));
  const [attempt, setAttempt] = useState(0);
  return useMutation({
    meta: {
      changes: ['login-cards'],
      of: { classroomId },
      failed: msg`The login cards didn't arrive. Please try again: the old ones may have stopped working.`,
      toasts: () => false,
    },
    mutationFn: (studentIds: string[]) =>
      sendOnce({ studentIds, attempt }, (headers) =>
        unwrap(
          api.POST('/api/classrooms/{classroom_id}/login-cards', {
            params: classParams(classroomId),
            body: { studentIds },
            headers,
          }),
        ),
      ),
    onError: (error) => {
      if (isCode(error, 'already_made')) setAttempt(attempt + 1);
    },
  });
}

/** Students of a class whose cards end. */
export type CardsOfClass = { classroomId: string; studentIds: string[] };

export const countCards = (classes: CardsOfClass[]) =>
  classes.reduce((sum, { studentIds }) => sum + studentIds.length, 0);

/** Ends login cards, class by class, and signs their students out. */
export function useEndLoginCards() {
  return useMutation({
    meta: {
      changes: ['login-cards'],
      failed: t`Failed to end the login cards. Please try again.`,
    },
    mutationFn: async (classes: CardsOfClass[]) => {
      for (const { classroomId, studentIds } of classes) {
        await api.POST('/api/classrooms/{classroom_id}/login-cards/end', {
          params: classParams(classroomId),
          body: { studentIds },
        });
      }
    },
    onSuccess: (_, classes) => {
      const count = countCards(classes);
      toast({ title: plural(count, { one: '# login card ended', other: '# login cards ended' }) });
    },
  });
}
