import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { type Query, useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, unwrap, ignoreNotFound } from '@/api/client';
import type { Erasure, Student, StudentStats } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';

import { fullName } from './full-name';

const ofStudent = (studentId: string) => ({ path: { student_id: studentId } });

/** Whether these are the keys of a list with one row per student. */
const isStudentList = ({ queryKey: [family, owner, , list] }: Query) =>
  family === 'students' && (owner === 'teacher' || list === 'stats');

/** Removes a student from the lists with one row per student. */
function useRemoveStudentFromLists() {
  const queryClient = useQueryClient();
  return (studentId: string) => {
    queryClient.setQueriesData<StudentStats[]>({ predicate: isStudentList }, (students) =>
      students?.filter(({ id }) => id !== studentId),
    );
  };
}

/** Deletes a student, whose page stays on screen until the navigation. */
export function useDeleteStudent(studentId = '') {
  const removeFromLists = useRemoveStudentFromLists();
  return useMutation({
    meta: {
      changes: ['students'],
      gone: studentId,
      failed: t`Failed to delete student. Please try again.`,
    },
    mutationFn: () =>
      ignoreNotFound(api.DELETE('/api/students/{student_id}', { params: ofStudent(studentId) })),
    onSuccess: () => {
      removeFromLists(studentId);
      toast({ title: t`Student deleted` });
    },
  });
}

/** Moves a student with all data to another class of the teacher. */
export function useMoveStudent() {
  return useMutation({
    // The focus moves to the next row, because this one leaves the class.
    meta: {
      changes: ['students'],
      awaits: ['students'],
      failed: msg`Failed to move student. Please try again.`,
    },
    mutationFn: ({ id, classroomId }: { id: string; classroomId: string }) =>
      unwrap(
        api.PUT('/api/students/{student_id}/classroom', { body: { classroomId }, params: ofStudent(id) }),
      ),
  });
}

const STUDENT_GONE = msg({
  message: 'A student or the class is no longer there. Please close this and tick the students again.',
  comment: 'Students who are moved to another class',
});

/** Moves students with all data to another class of the teacher: all or none. */
export function useMoveStudents() {
  return useMutation({
    meta: {
      changes: ['students'],
      awaits: ['students'],
      failed: msg`Failed to move students. Please try again.`,
      // The dialog names the students who don't fit the class: up to 40, too many for a toast.
      toasts: (error) => !isStatus(error, 409),
      whenGone: i18n._(STUDENT_GONE),
    },
    mutationFn: ({ studentIds, classroomId }: { studentIds: string[]; classroomId: string }) =>
      unwrap(
        api.POST('/api/classrooms/{classroom_id}/students/move', {
          body: { studentIds },
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });
}

type AwayChange = { student: Pick<Student, 'id' | 'firstName' | 'lastName'>; away: boolean };

/** Marks a student as away, or as back; its toast offers Undo. */
export function useSetAway() {
  const { mutate: setAway, ...rest } = useMutation({
    meta: {
      // The focus moves to the next row, because this one leaves the list.
      changes: ['students'],
      awaits: ['students'],
      failed: t`Failed to save. Please try again.`,
    },
    mutationFn: ({ student: { id }, away }: AwayChange) =>
      unwrap(api.PUT('/api/students/{student_id}/away', { body: { away }, params: ofStudent(id) })),
    onSuccess: (_answer, { student, away }) => {
      const name = fullName(student);
      toast({
        title: away ? t`${name} is away` : t`${name} is back`,
        action: {
          label: t`Undo`,
          altText: away ? t`Press Back in the list Away.` : t`Choose Away in the student’s menu.`,
          onPress: () => {
            setAway({ student, away: !away });
          },
        },
      });
    },
  });
  return { ...rest, mutate: setAway };
}

type NewPassword = {
  student: Pick<Student, 'id' | 'firstName' | 'lastName' | 'username'>;
  password: string;
};

/** Gives a student a new password. */
export function useSetStudentPassword() {
  return useMutation({
    meta: { changes: ['sign-in'], failed: msg`Failed to set the password. Please try again.` },
    mutationFn: ({ student: { id, firstName, lastName, username }, password }: NewPassword) =>
      unwrap(
        api.PUT('/api/students/{student_id}', {
          body: { firstName, lastName, username, password },
          params: ofStudent(id),
        }),
      ),
    onSuccess: (_answer, { student }) => {
      const name = fullName(student);
      toast({ title: t`Password set`, description: t`${name} signs in with the new password now.` });
    },
  });
}

/** Resets the student's failed sign-in attempts. */
export function useUnlockStudent() {
  return useMutation({
    meta: {
      changes: ['sign-in'],
      failed: t`Failed to unlock sign-in. Please try again.`,
    },
    mutationFn: ({ id }: Pick<Student, 'id' | 'firstName' | 'lastName'>) =>
      api.POST('/api/students/{student_id}/unlock', { params: ofStudent(id) }),
    onSuccess: (_answer, student) => {
      const name = fullName(student);
      toast({ title: t`Sign-in unlocked`, description: t`${name} can try again now.` });
    },
  });
}

/** Polls: the request returns before the backups are rewritten, which may take minutes. */
async function eraseUntilDone(studentId: string): Promise<Erasure | null> {
  try {
    for (;;) {
      const params = { path: { student_id: studentId } };
      const answer = await unwrap(api.POST('/api/students/{student_id}/erase', { params }));
      if (answer.done) return answer;
    }
  } catch (error) {
    // Already erased: the server was restarted and finished by itself.
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

/** Erases a student; resolves when the backups are rewritten. */
export function useEraseStudent(studentId: string) {
  const removeFromLists = useRemoveStudentFromLists();
  return useMutation({
    meta: {
      changes: ['students', 'backups'],
      gone: studentId,
      failed: t`Failed to erase student. Please try again.`,
    },
    mutationFn: () => eraseUntilDone(studentId),
    onSuccess: () => {
      removeFromLists(studentId);
    },
  });
}
