import type { ReactNode } from 'react';

import { Card } from '@/components/card';
import { SkeletonRows } from '@/components/skeleton';
import { useClassrooms } from '@/features/classrooms/queries';
import { QueryView } from '@/shared/query-view';

import { NoClassesYet } from './no-classes-yet';

type AcrossClassesProps = {
  /** What to say while there are no classes. */
  noClasses: string;
  /** Said while it isn't known whether there are. */
  loading: string;
  children: ReactNode;
};

/** What is shown of all classes together; with none, a placeholder that leads to the first. */
export function AcrossClasses({ noClasses, loading, children }: AcrossClassesProps) {
  const classes = useClassrooms();
  if (classes.data && classes.data.length > 0) return children;
  return (
    <Card as="section">
      <QueryView
        query={classes}
        title="Your classes didn't load"
        loading={loading}
        skeleton={<SkeletonRows rows={10} />}
      >
        {() => <NoClassesYet>{noClasses}</NoClassesYet>}
      </QueryView>
    </Card>
  );
}
