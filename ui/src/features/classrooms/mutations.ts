import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { api, unwrap, ignoreNotFound } from '@/api/client';
import { classroomKeys } from '@/api/keys';
import { isSchoolServer } from '@/api/server-kind';
import type { Classroom } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { useUser } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

import type { ClassroomRequest } from './queries';

const ofClass = (classroomId: string) => ({ path: { classroom_id: classroomId } });

export function useCreateClassroom() {
  const { id: teacherId } = useUser();
  const sendOnce = useSendOnce(classroomKeys.lists);
  return useMutation({
    meta: { changes: ['classrooms'], failed: msg`Failed to create class. Please try again.` },
    mutationFn: (fields: ClassroomRequest) => {
      const body = { teacherId, ...fields };
      return sendOnce(body, (headers) => unwrap(api.POST('/api/classrooms', { body, headers })));
    },
    onSuccess: () => {
      toast({ title: t`Class created` });
    },
  });
}

/** Updates name and grade level. */
export function useUpdateClassroom(classroomId: string) {
  return useMutation({
    meta: { changes: ['classrooms'], failed: msg`Failed to update class. Please try again.` },
    mutationFn: (body: ClassroomRequest) =>
      unwrap(api.PUT('/api/classrooms/{classroom_id}', { body, params: ofClass(classroomId) })),
    onSuccess: () => {
      toast({ title: t`Class updated` });
    },
  });
}

/** Replaces the class code; the old one stops working. */
export function useRenewClassCode() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: {
      changes: ['classrooms'],
      failed: t`Failed to change class code. Please try again.`,
    },
    mutationFn: (classroomId: string) =>
      unwrap(api.POST('/api/classrooms/{classroom_id}/class-code', { params: ofClass(classroomId) })),
    onSuccess: (classroom) => {
      queryClient.setQueryData(classroomKeys.detail(classroom.id), classroom);
      const { classCode } = classroom;
      toast({ title: t`Class code changed`, description: t`Students now sign in with ${classCode}.` });
    },
  });
}

const setArchived = (classroomId: string, archived: boolean) =>
  unwrap(
    api.PUT('/api/classrooms/{classroom_id}/archived', {
      body: { archived },
      params: ofClass(classroomId),
    }),
  );

/** Makes a class read only, and signs its students out. */
export function useArchiveClassroom(classroomId: string) {
  return useMutation({
    meta: { changes: ['classrooms'], failed: msg`Failed to archive class. Please try again.` },
    mutationFn: () => setArchived(classroomId, true),
    onSuccess: () => {
      toast({ title: t`Class archived`, description: t`You find it under Classes, Archived.` });
    },
  });
}

/** Makes an archived class current again, with a new class code. */
export function useBringClassroomBack(classroomId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['classrooms'], failed: msg`Failed to bring class back. Please try again.` },
    mutationFn: () => setArchived(classroomId, false),
    onSuccess: (classroom) => {
      queryClient.setQueryData(classroomKeys.detail(classroom.id), classroom);
      const { classCode } = classroom;
      toast({ title: t`Class brought back`, description: t`Students now sign in with ${classCode}.` });
    },
  });
}

/** Deletes a class, which stays on screen until the navigation. */
export function useDeleteClassroom(classroomId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: {
      changes: ['classrooms'],
      gone: classroomId,
      failed: msg`Failed to delete class. Please try again.`,
    },
    mutationFn: () =>
      ignoreNotFound(api.DELETE('/api/classrooms/{classroom_id}', { params: ofClass(classroomId) })),
    onSuccess: () => {
      queryClient.setQueriesData<Classroom[]>({ queryKey: classroomKeys.lists }, (list) =>
        list?.filter((classroom) => classroom.id !== classroomId),
      );
      toast({
        title: t`Class deleted`,
        description: isSchoolServer() ? undefined : t`A backup from just before is kept: Settings, Backups.`,
      });
    },
  });
}
