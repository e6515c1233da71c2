import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import type { Classroom } from '@/api/types';

export type ClassroomBody = { name: string; gradeLevel?: string | null };

export const classroomKeys = {
  all: ['classrooms'] as const,
  list: (teacherId: string) => ['classrooms', 'list', teacherId] as const,
  single: (classroomId: string) => ['classrooms', 'single', classroomId] as const,
};

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

export function useEditClassroom(classroomId: string) {
  return useMutation({
    mutationFn: (body: ClassroomBody) =>
      data(
        api.PUT('/api/classrooms/{classroom_id}', { body, params: { path: { classroom_id: classroomId } } }),
      ),
  });
}

export function useRenewClassCode(classroomId: string) {
  return useMutation({
    mutationFn: () =>
      data(
        api.POST('/api/classrooms/{classroom_id}/class-code', {
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });
}

/**
 * Deletes a class. Only the lists are fetched anew: the deleted class is still on screen until the page moves on, and
 * asking for it again would flash "not found". Everything else is asked for when it is next shown.
 */
export function useDeleteClassroom() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: {
      invalidates: [
        ['classrooms', 'list'],
        ['submissions', 'teacher'],
      ],
    },
    mutationFn: (classroomId: string) =>
      api.DELETE('/api/classrooms/{classroom_id}', { params: { path: { classroom_id: classroomId } } }),
    onSuccess: async (_answer, classroomId) => {
      queryClient.setQueriesData<Classroom[]>({ queryKey: ['classrooms', 'list'] }, (list) =>
        list?.filter((classroom) => classroom.id !== classroomId),
      );
      await queryClient.invalidateQueries({ refetchType: 'none' });
    },
  });
}
