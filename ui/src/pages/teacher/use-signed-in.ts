import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { useIsSchool } from '@/auth/auth-config';
import { hereQuery, signedInQuery } from '@/features/presence/queries';

/** Ids of a class's signed-in students; undefined while loading or without a class. */
export function useSignedIn(classroomId: string | undefined): ReadonlySet<string> | undefined {
  const { data } = useQuery({ ...signedInQuery(classroomId ?? ''), enabled: classroomId !== undefined });
  return useMemo(() => data && new Set(data.map(({ studentId }) => studentId)), [data]);
}

/** Ids of a class's students who have a page open; undefined while unknown, and on a school's server. */
export function useHere(classroomId: string | undefined): ReadonlySet<string> | undefined {
  const isSchool = useIsSchool();
  const enabled = classroomId !== undefined && isSchool === false;
  const { data } = useQuery({ ...hereQuery(classroomId ?? ''), enabled });
  return useMemo(() => data && new Set(data), [data]);
}
