import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { classroomKeys, submissionKeys } from '@/api/keys';
import type { Classroom } from '@/api/types';

export type ClassroomBody = { name: string; gradeLevel?: string | null };

/** The teacher's own classes, oldest first. */
export const classroomsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: classroomKeys.list(teacherId),
    queryFn: ({ signal }) => data(api.GET('/api/classrooms', { signal })),
  });

export const classroomQuery = (classroomId: string) =>
  queryOptions({
    queryKey: classroomKeys.single(classroomId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/classrooms/single/{classroom_id}', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });

export function useCreateClassroom() {
  return useMutation({
    meta: { invalidates: [classroomKeys.all] },
    mutationFn: (body: ClassroomBody) => data(api.POST('/api/classrooms', { body })),
  });
}

/**
 * Deletes a class. Only the lists are fetched anew: the deleted class is still on screen until the page moves on, and
 * asking for it again would flash "not found". Everything else is asked for when it is next shown.
 */
export function useDeleteClassroom() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [classroomKeys.lists, submissionKeys.ofTeachers] },
    mutationFn: (classroomId: string) =>
      api.DELETE('/api/classrooms/{classroom_id}', { params: { path: { classroom_id: classroomId } } }),
    onSuccess: async (_answer, classroomId) => {
      queryClient.setQueriesData<Classroom[]>({ queryKey: classroomKeys.lists }, (list) =>
        list?.filter((classroom) => classroom.id !== classroomId),
      );
      await queryClient.invalidateQueries({ refetchType: 'none' });
    },
  });
}
