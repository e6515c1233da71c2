import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { isCode } from '@/api/api-error';
import { api, ignoreNotFound, unwrap } from '@/api/client';
import { classroomKeys } from '@/api/keys';
import type { Classroom, Member } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';

import { membersKey } from './queries';

/**
 * Makes an invitation. A lost response is asked for again with the same key, whose answer is the error `already_made`,
 * because the code can't be shown twice; the next attempt makes another one.
 */
export function useInvite(classroomId: string) {
  const sendOnce = useSendOnce(membersKey(classroomId));
  const [attempt, setAttempt] = useState(0);
  return useMutation({
    meta: {
      changes: [],
      failed: msg`Failed to make a code. Please try again.`,
      toasts: () => false,
    },
    mutationFn: () =>
      sendOnce({ attempt }, (headers) =>
        unwrap(
          api.POST('/api/classrooms/{classroom_id}/invitations', {
            headers,
            params: { path: { classroom_id: classroomId } },
          }),
        ),
      ),
    onError: (error) => {
      if (isCode(error, 'already_made')) setAttempt(attempt + 1);
    },
  });
}

/** Joins a class. Joining again with the same code succeeds, so that a lost response does no harm. */
export function useJoinClass() {
  return useMutation({
    meta: {
      changes: ['classrooms'],
      failed: msg`Failed to join the class. Please try again.`,
      toasts: () => false,
    },
    mutationFn: (code: string) => unwrap(api.POST('/api/classrooms/join', { body: { code } })),
    onSuccess: ({ name }) => {
      toast({ title: t`You joined ${name}`, description: t`You find it in your classes now.` });
    },
  });
}

const endMembership = (classroomId: string, teacherId: string) =>
  ignoreNotFound(
    api.DELETE('/api/classrooms/{classroom_id}/members/{teacher_id}', {
      params: { path: { classroom_id: classroomId, teacher_id: teacherId } },
    }),
  );

/** Ends the membership of a co-teacher, whose row goes immediately, so that the focus can move on. */
export function useEndMembership(classroomId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: {
      changes: ['members'],
      of: { classroomId },
      failed: msg`Failed to end the membership. Please try again.`,
    },
    mutationFn: ({ teacherId }: Member) => endMembership(classroomId, teacherId),
    onSuccess: (_answer, { teacherId, name }) => {
      queryClient.setQueryData<Member[]>(membersKey(classroomId), (members) =>
        members?.filter((member) => member.teacherId !== teacherId),
      );
      toast({ title: t`${name} is no longer a co-teacher` });
    },
  });
}

/** Leaves a class, which stays on screen until the navigation. */
export function useLeaveClass({ id, name }: Classroom) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: {
      changes: ['classrooms'],
      gone: id,
      failed: msg`Failed to leave the class. Please try again.`,
    },
    mutationFn: (teacherId: string) => endMembership(id, teacherId),
    onSuccess: () => {
      queryClient.setQueriesData<Classroom[]>({ queryKey: classroomKeys.lists }, (list) =>
        list?.filter((classroom) => classroom.id !== id),
      );
      toast({ title: t`You left ${name}` });
    },
  });
}
