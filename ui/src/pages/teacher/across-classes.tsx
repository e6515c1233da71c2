import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { QueryError } from '@/api/query-error';
import { ChairsArt } from '@/components/art';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/message-state';
import { Loading, SkeletonRows } from '@/components/skeleton';
import { useCreateClassOutlet } from '@/features/classrooms/create-class-outlet';
import { classroomsQuery } from '@/features/classrooms/queries';
import { useUser } from '@/features/session/session-context';

type AcrossClassesProps = {
  /** What to say while there are no classes. */
  noClasses: string;
  /** Said while it isn't known whether there are. */
  loading: string;
  children: ReactNode;
};

/** What is shown of all classes together; with none, a placeholder that leads to the first. */
export function AcrossClasses({ noClasses, loading, children }: AcrossClassesProps) {
  const { id } = useUser();
  const { openCreateClass } = useCreateClassOutlet();
  const classes = useQuery(classroomsQuery(id));
  if (classes.data && classes.data.length > 0) return children;
  return (
    <Card as="section">
      {classes.data ? (
        <EmptyState
          art={<ChairsArt />}
          title="No classes yet"
          action={
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={openCreateClass}>
              Create Your First Class
            </Button>
          }
        >
          {noClasses}
        </EmptyState>
      ) : classes.isError ? (
        <QueryError title="Your classes didn't load" query={classes} />
      ) : (
        <Loading label={loading}>
          <SkeletonRows rows={10} />
        </Loading>
      )}
    </Card>
  );
}
