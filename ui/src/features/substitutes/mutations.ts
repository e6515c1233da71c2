import { msg, t } from '@lingui/core/macro';
import { useState } from 'react';

import { isCode } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';

import { substituteCodeKey } from './queries';

const paramsOf = (classroomId: string) => ({ path: { classroom_id: classroomId } });

/**
 * Makes a substitute code, which replaces the old one. A lost response is asked for again with the same key, whose
 * answer is the error `already_made`, because the code can't be shown twice; the next attempt makes a new one.
 */
export function useMakeSubstituteCode(classroomId: string) {
  const sendOnce = useSendOnce(substituteCodeKey(classroomId));
  const [attempt, setAttempt] = useState(0);
  return useMutation({
    meta: {
      changes: ['members'],
      of: { classroomId },
      failed: msg`The substitute code didn't arrive. Please try again: the old one may have stopped working.`,
    },
    mutationFn: () =>
      sendOnce({ attempt }, (headers) =>
        unwrap(
          api.PUT('/api/classrooms/{classroom_id}/substitute-code', {
            params: paramsOf(classroomId),
            headers,
          }),
        ),
      ),
    onError: (error) => {
      if (isCode(error, 'already_made')) setAttempt(attempt + 1);
    },
  });
}

/** Ends the substitute code of a class, and signs its substitutes out. */
export function useEndSubstituteCode(classroomId: string) {
  return useMutation({
    meta: {
      changes: ['members'],
      of: { classroomId },
      failed: msg`Failed to end the substitute code. Please try again.`,
    },
    mutationFn: () =>
      api.DELETE('/api/classrooms/{classroom_id}/substitute-code', { params: paramsOf(classroomId) }),
    onSuccess: () => {
      toast({ title: t`Substitute code ended` });
    },
  });
}
