import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { signInKeys } from '@/api/keys';
import type { Schemas } from '@/api/types';

export type Picture = Schemas['PictureSignInRequest']['pictures'][number];
export type StudentName = Schemas['NameResponse'];
export type ClassPictures = Schemas['ClassPicturesResponse'];
export type StudentPictures = Schemas['StudentPicturesResponse'];

/** The students of a class that signs in with pictures; 401 for any other class. No live event reports changes. */
export const namesQuery = (classCode: string) =>
  queryOptions({
    queryKey: ['picture-names', classCode],
    queryFn: ({ signal }) => unwrap(api.POST('/api/auth/pictures/names', { body: { classCode }, signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

export const classPicturesQuery = (classroomId: string) =>
  queryOptions({
    queryKey: signInKeys.pictures(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/pictures', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });
