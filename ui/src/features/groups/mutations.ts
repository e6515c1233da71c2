import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { api, ignoreNotFound, unwrap } from '@/api/client';
import type { StudentGroup } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';

import { type GroupRequest, groupsKey } from './queries';

const GROUP_GONE = msg({
  message: 'It is no longer there: it was deleted meanwhile.',
  comment: 'A group of students, or a student in it',
});

const groupParams = (groupId: string) => ({ path: { group_id: groupId } });

/** Returns a function that changes the class's groups in the cache. */
function useUpdateGroups(classroomId: string) {
  const queryClient = useQueryClient();
  return (update: (groups: StudentGroup[]) => StudentGroup[]) => {
    queryClient.setQueryData<StudentGroup[]>(groupsKey(classroomId), (groups) =>
      groups ? update(groups) : undefined,
    );
  };
}

/** Creates a group, or with an id replaces the name and the students of one. */
export function useSaveGroup(classroomId: string) {
  const sendOnce = useSendOnce(groupsKey(classroomId));
  const update = useUpdateGroups(classroomId);
  const create = (body: GroupRequest) =>
    sendOnce(body, (headers) =>
      unwrap(
        api.POST('/api/classrooms/{classroom_id}/groups', {
          body,
          headers,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
    );
  return useMutation({
    meta: {
      changes: ['groups'],
      of: { classroomId },
      failed: msg`Failed to save group. Please try again.`,
      whenGone: i18n._(GROUP_GONE),
    },
    mutationFn: ({ id, ...body }: GroupRequest & { id?: string }) =>
      id === undefined
        ? create(body)
        : unwrap(api.PUT('/api/groups/{group_id}', { body, params: groupParams(id) })),
    onSuccess: (saved) => {
      update((groups) =>
        groups.some(({ id }) => id === saved.id)
          ? groups.map((group) => (group.id === saved.id ? saved : group))
          : [...groups, saved],
      );
      toast({ title: t`Group saved` });
    },
  });
}

/** Deletes a group and removes its row immediately, so that the focus can move on. */
export function useDeleteGroup(classroomId: string) {
  const update = useUpdateGroups(classroomId);
  return useMutation({
    meta: {
      changes: ['groups'],
      of: { classroomId },
      failed: msg`Failed to delete group. Please try again.`,
    },
    mutationFn: (groupId: string) =>
      ignoreNotFound(api.DELETE('/api/groups/{group_id}', { params: groupParams(groupId) })),
    onSuccess: (_answer, groupId) => {
      update((groups) => groups.filter(({ id }) => id !== groupId));
      toast({ title: t`Group deleted` });
    },
  });
}
