import { useQuery } from '@tanstack/react-query';

import { authConfigQuery } from '@/auth/auth-config';
import { classPicturesQuery } from '@/features/pictures/queries';
import { lockedQuery } from '@/features/presence/queries';

/** Ids of the students of a class who can't sign in after wrong passwords or pictures. */
export function useLocked(classroomId: string): ReadonlySet<string> {
  const config = useQuery(authConfigQuery);
  const byPasswords = useQuery(lockedQuery(classroomId)).data ?? [];
  const pictures = useQuery({ ...classPicturesQuery(classroomId), enabled: config.data?.pictures === true });
  const byPictures = pictures.data?.students.filter(({ lockedAfter }) => lockedAfter !== null) ?? [];
  return new Set([...byPasswords, ...byPictures].map(({ studentId }) => studentId));
}
