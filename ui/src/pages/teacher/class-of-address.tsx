import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import type { Classroom } from '@/api/types';
import { classroomQuery } from '@/features/classrooms/queries';
import { QueryView } from '@/shared/query-view';

import { ClassNotFound } from './not-found-state';

type ClassOfAddressProps = {
  /** The whole page while the class loads. */
  skeleton: ReactNode;
  /** The page of the class; it needs the class's id as its key. */
  children: (classroom: Classroom) => ReactNode;
};

/** Loads the class that the page's address names; in its place: that it isn't found, or didn't load. */
export function ClassOfAddress({ skeleton, children }: ClassOfAddressProps) {
  const { classId = '' } = useParams();
  const classroom = useQuery(classroomQuery(classId));
  if (isStatus(classroom.error, 404)) return <ClassNotFound />;
  return (
    <QueryView
      query={classroom}
      level={1}
      variant="card"
      title={t`The class didn't load`}
      skeleton={skeleton}
    >
      {children}
    </QueryView>
  );
}
