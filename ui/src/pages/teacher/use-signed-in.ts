import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { signedInQuery } from '@/features/presence/queries';

/** Ids of a class's signed-in students; undefined while loading or without a class. */
export function useSignedIn(classroomId: string | undefined): ReadonlySet<string> | undefined {
  const { data } = useQuery({ ...signedInQuery(classroomId ?? ''), enabled: classroomId !== undefined });
  return useMemo(() => data && new Set(data.map(({ studentId }) => studentId)), [data]);
}
