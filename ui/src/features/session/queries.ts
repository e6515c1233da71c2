import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, data } from '@/api/client';

import { useSession } from './session-context';

export const sessionKeys = { config: ['session', 'config'] as const };

/** Whether a teacher may sign in and register from this device. */
export const authConfigQuery = queryOptions({
  queryKey: sessionKeys.config,
  queryFn: ({ signal }) => data(api.GET('/api/auth/config', { signal })),
});

// Signing in empties the cache itself, so there is nothing to refresh.
const meta = { invalidates: [] };

export type TeacherCredentials = { username: string; password: string };
export type StudentCredentials = { username: string; password: string; classCode: string };
export type NewTeacher = { name: string; email: string; password: string };

export function useTeacherSignIn() {
  const { signIn } = useSession();
  return useMutation({
    meta,
    mutationFn: (body: TeacherCredentials) => data(api.POST('/api/auth/teacher', { body })),
    onSuccess: ({ user }) => {
      signIn(user);
    },
  });
}

export function useStudentSignIn() {
  const { signIn } = useSession();
  return useMutation({
    meta,
    mutationFn: (body: StudentCredentials) => data(api.POST('/api/auth/student', { body })),
    onSuccess: ({ user }) => {
      signIn(user);
    },
  });
}

export function useRegisterTeacher() {
  const { signIn } = useSession();
  return useMutation({
    meta,
    mutationFn: (body: NewTeacher) => data(api.POST('/api/auth/register-teacher', { body })),
    onSuccess: ({ user }) => {
      signIn(user);
    },
  });
}

/** Signs out here at once; the server is told, and forgets the session by itself if it can't be reached. */
export function useSignOut() {
  const { signOut } = useSession();
  return useMutation({
    meta,
    mutationFn: () => api.POST('/api/auth/logout'),
    onMutate: () => {
      signOut();
    },
  });
}
