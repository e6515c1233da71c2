import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, data, deleted } from '@/api/client';
import { classroomKeys, studentKeys, submissionKeys, suggestionKeys } from '@/api/keys';
import type { Classroom } from '@/api/types';
import { useUser } from '@/auth/session-context';

export type ClassroomRequest = { name: string; gradeLevel?: string | null };

type NewClassroom = {
  body: ClassroomRequest;
  /** One key for one intention: a repeat after a broken connection creates nothing twice. */
  idempotencyKey: string;
};

const ofClass = (classroomId: string) => ({ path: { classroom_id: classroomId } });

/** The teacher's own classes, oldest first. */
export const classroomsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: classroomKeys.list(teacherId),
    queryFn: ({ signal }) => data(api.GET('/api/classrooms', { signal })),
  });

/** The signed-in teacher's classes. */
export const useClassrooms = () => useQuery(classroomsQuery(useUser().id));

export const classroomQuery = (classroomId: string) =>
  queryOptions({
    queryKey: classroomKeys.single(classroomId),
    queryFn: ({ signal }) =>
      data(api.GET('/api/classrooms/single/{classroom_id}', { signal, params: ofClass(classroomId) })),
  });

export function useCreateClassroom() {
  return useMutation({
    meta: { invalidates: [classroomKeys.all] },
    mutationFn: ({ body, idempotencyKey }: NewClassroom) =>
      data(api.POST('/api/classrooms', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
  });
}

/** Changes name and grade level. Lists of every kind carry the class's name, so everything is asked for anew. */
export function useUpdateClassroom(classroomId: string) {
  return useMutation({
    mutationFn: (body: ClassroomRequest) =>
      data(api.PUT('/api/classrooms/{classroom_id}', { body, params: ofClass(classroomId) })),
  });
}

/** Gives a class a new code; the old one stops working. */
export function useRenewClassCode() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [classroomKeys.all, studentKeys.all] },
    mutationFn: (classroomId: string) =>
      data(api.POST('/api/classrooms/{classroom_id}/class-code', { params: ofClass(classroomId) })),
    onSuccess: (classroom) => {
      queryClient.setQueryData(classroomKeys.single(classroom.id), classroom);
    },
  });
}

/**
 * Deletes a class. Only the lists are fetched anew: the deleted class is still on screen until the page moves on, and
 * asking for it again would flash "not found". Everything else is asked for when it is next shown.
 */
export function useDeleteClassroom() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [classroomKeys.lists, submissionKeys.ofTeachers, suggestionKeys.all] },
    mutationFn: (classroomId: string) =>
      deleted(api.DELETE('/api/classrooms/{classroom_id}', { params: ofClass(classroomId) })),
    onSuccess: async (_answer, classroomId) => {
      queryClient.setQueriesData<Classroom[]>({ queryKey: classroomKeys.lists }, (list) =>
        list?.filter((classroom) => classroom.id !== classroomId),
      );
      await queryClient.invalidateQueries({ refetchType: 'none' });
    },
  });
}
