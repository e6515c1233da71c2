import { useClassrooms } from '@/features/classrooms/use-classrooms';

/** The classes to which a student of a class can be moved. */
export function useMoveTargets(classroomId: string) {
  return useClassrooms('administer').data?.filter(({ id }) => id !== classroomId) ?? [];
}
