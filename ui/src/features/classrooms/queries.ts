import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { classroomKeys } from '@/api/keys';
import type { Schemas, StudentUser } from '@/api/types';
import { shareStudentHome } from '@/shared/student-home';

export type ClassroomRequest = Schemas['ClassroomRequest'];

const classParams = (classroomId: string) => ({ path: { classroom_id: classroomId } });

/** The classes in which the teacher has a role, without archived ones, oldest first. */
export const classroomsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: classroomKeys.list(teacherId),
    queryFn: ({ signal }) => unwrap(api.GET('/api/classrooms', { signal })),
  });

/** The archived ones, the one that was archived last first. */
export const archivedClassroomsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: [...classroomKeys.list(teacherId), 'archived'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/classrooms', { signal, params: { query: { archived: true } } })),
  });

const fetchClassroom = (classroomId: string, signal: AbortSignal) =>
  unwrap(api.GET('/api/classrooms/single/{classroom_id}', { signal, params: classParams(classroomId) }));

export const classroomQuery = (classroomId: string) =>
  queryOptions({
    queryKey: classroomKeys.detail(classroomId),
    queryFn: ({ signal }) => fetchClassroom(classroomId, signal),
  });

export const ownClassroomQuery = ({ id, classroomId }: StudentUser) =>
  queryOptions({
    queryKey: classroomKeys.detail(classroomId),
    // Unknown until the session was checked.
    enabled: classroomId !== '',
    queryFn: ({ signal }) =>
      shareStudentHome(
        id,
        ({ classroom }) => classroom,
        () => fetchClassroom(classroomId, signal),
      ),
  });
