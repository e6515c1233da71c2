import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { signInKeys } from '@/api/keys';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';

import { type ClassPictures, type Picture, type StudentPictures } from './queries';

const ofClass = (classroomId: string) => ({ path: { classroom_id: classroomId } });
const ofStudent = (studentId: string) => ({ path: { student_id: studentId } });
const fullName = ({ firstName, lastName }: StudentPictures) => `${firstName} ${lastName}`;

/** Puts the response of a call about the whole class into the cache. */
function useSetClassPictures(classroomId: string) {
  const queryClient = useQueryClient();
  return (answer: ClassPictures) => {
    queryClient.setQueryData(signInKeys.pictures(classroomId), answer);
  };
}

export function useSwitchPictures(classroomId: string) {
  const setClassPictures = useSetClassPictures(classroomId);
  return useMutation({
    meta: { changes: [], failed: t`Failed to switch picture sign-in. Please try again.` },
    mutationFn: (on: boolean) =>
      unwrap(
        api.PUT('/api/classrooms/{classroom_id}/pictures', { body: { on }, params: ofClass(classroomId) }),
      ),
    onSuccess: setClassPictures,
  });
}

/** Gives a student these pictures, such as the earlier ones; null: none. */
export function useSetPictures(classroomId: string) {
  return useMutation({
    meta: {
      changes: ['sign-in'],
      of: { classroomId },
      failed: t`Failed to change the pictures. Please try again.`,
      whenGone: true,
    },
    mutationFn: ({ student, pictures }: { student: StudentPictures; pictures: Picture[] | null }) =>
      api.PUT('/api/students/{student_id}/pictures', {
        body: { pictures },
        params: ofStudent(student.studentId),
      }),
  });
}

/** Gives these students new pictures. */
export function useRenewPictures(classroomId: string) {
  const setClassPictures = useSetClassPictures(classroomId);
  return useMutation({
    meta: {
      changes: [],
      failed: t`Failed to change the pictures. Please try again.`,
      whenGone: true,
    },
    mutationFn: (students: StudentPictures[]) =>
      unwrap(
        api.POST('/api/classrooms/{classroom_id}/pictures/renew', {
          body: { studentIds: students.map(({ studentId }) => studentId) },
          params: ofClass(classroomId),
        }),
      ),
    onSuccess: (answer, students) => {
      setClassPictures(answer);
      const [student, ...others] = students;
      if (!student || others.length > 0) {
        toast({ title: t`Everybody has new pictures` });
        return;
      }
      const name = fullName(student);
      toast({ title: t`${name} has new pictures` });
    },
  });
}

/** Resets the student's wrong tries, also those with the password. */
export function useUnlockPictures(classroomId: string) {
  return useMutation({
    meta: {
      changes: ['sign-in'],
      of: { classroomId },
      failed: t`Failed to unlock sign-in. Please try again.`,
    },
    mutationFn: ({ studentId }: StudentPictures) =>
      api.POST('/api/students/{student_id}/unlock', { params: ofStudent(studentId) }),
    onSuccess: (_answer, student) => {
      const name = fullName(student);
      toast({ title: t`Sign-in unlocked`, description: t`${name} can try again now.` });
    },
  });
}

/** Resets the wrong tries of all students of the class, also those with the password. */
export function useUnlockClass(classroomId: string) {
  return useMutation({
    meta: {
      changes: ['sign-in'],
      of: { classroomId },
      failed: t`Failed to unlock sign-in. Please try again.`,
    },
    mutationFn: () => api.POST('/api/classrooms/{classroom_id}/unlock', { params: ofClass(classroomId) }),
    onSuccess: () => {
      toast({ title: t`Sign-in unlocked`, description: t`Everybody can try again now.` });
    },
  });
}
